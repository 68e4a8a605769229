"""Django configuration: settings, URLs, middleware and log format."""
