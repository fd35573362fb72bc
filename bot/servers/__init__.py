"""A server's settings, and help."""
