"""Status pages for customers: the link is the only credential."""
