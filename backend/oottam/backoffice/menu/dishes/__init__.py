"""The draft's dishes: prices, names, photographs, categories."""
