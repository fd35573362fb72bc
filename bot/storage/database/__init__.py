"""How data is stored: SQLite and PostgreSQL, commits, locks, leases, migrations, backups."""
