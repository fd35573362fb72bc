"""SQLite and PostgreSQL: all tables, commits, locks, leases, migrations."""
