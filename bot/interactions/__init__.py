"""Reads interactions, calls their handlers, has the engine think, and sends replies."""
