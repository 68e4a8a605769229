"""What is published: differences, preview, editions."""
