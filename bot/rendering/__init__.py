"""What people see: data in, messages as data out. No Discord; every word comes from the catalogue."""
