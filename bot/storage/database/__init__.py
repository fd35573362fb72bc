"""How it is kept: SQLite and PostgreSQL, commits, locks, leases, migrations, backups."""
