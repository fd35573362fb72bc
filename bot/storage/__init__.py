"""What keeps sessions and moves: tables, one plain function per transaction, migrations. No Discord."""
