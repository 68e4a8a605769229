"""Forms of single values of the draft's files."""
