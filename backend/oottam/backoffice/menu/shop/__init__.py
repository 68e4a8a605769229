"""The shop's own details, the pages' words, and its legal words."""
