"""The steps, in order. A step is never changed once it has been released; a new one follows it."""
