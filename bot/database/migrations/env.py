"""Run by Alembic: brings the database of the given connection up to date in its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
