"""The shop's own pages beside the storefront: its terms and its privacy notice."""
