"""Takes interactions in, sends answers out, keeps views; all that touches discord.py's inside."""
