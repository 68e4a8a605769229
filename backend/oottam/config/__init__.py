"""How the parts are put together and served: settings, URLs, the WSGI application, the server."""
