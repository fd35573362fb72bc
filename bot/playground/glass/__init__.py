"""The glass beside the chat: what the engine thinks of a position, and the tree that minimax walks."""
