"""What is kept: tables, rows, and one plain function for each transaction. No Discord."""
