"""How a dish is made, for as many portions as the day needs."""
