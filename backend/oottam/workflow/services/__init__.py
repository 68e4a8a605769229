"""Actions of the desk on a request: keyword-only functions, each one transaction with an audit entry."""
