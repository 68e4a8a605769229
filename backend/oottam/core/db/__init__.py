"""What both kinds of database are used by, beneath Django's models."""
