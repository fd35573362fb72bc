"""What the engine knows, shown: lessons, Explore, and the page of one file."""
