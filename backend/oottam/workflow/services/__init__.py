"""What the desk does with a request: each a keyword-only function, one transaction, audit entry included."""
