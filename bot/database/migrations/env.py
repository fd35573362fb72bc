"""Run by Alembic: brings the database of the given connection up to date in its transaction."""

from alembic import context

from bot.database.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # to alter a table, SQLite rebuilds it
)
context.run_migrations()
