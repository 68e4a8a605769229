"""The menu that the shop keeps: a draft, numbered editions of it, photographs, and dishes that are sold out."""
