"""The HTTP server: connections, strictness, headers, access log, and the storefront's files."""
