"""What people see: data in, messages as data out. Every word comes from a voice, every sign from a look."""
