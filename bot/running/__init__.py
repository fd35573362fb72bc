"""A process on Discord: settings, client, what runs by itself, health, the operator's commands."""
