"""Takes interactions in, has the engine think, and sends replies out."""
