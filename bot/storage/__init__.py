"""Stored data: tables, rows, and one plain function for each transaction. Knows nothing of Discord."""
