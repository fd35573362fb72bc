"""The playground as a page in a browser: the simulated Discord, drawn as a chat."""
