"""All tables of the first release.

Schemas 0001 to 0022 were of versions that were never released; numbers go on from here.
"""

import sqlalchemy as sa
from alembic import op

revision = "0100"
down_revision = None
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # SQLite counts only INTEGER up


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("is_server", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bans")),
    )
    op.create_table(
        "blocks",
        sa.Column("blocker_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("blocker_id", "blocked_id", name=op.f("pk_blocks")),
    )
    op.create_table(
        "bot_standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name=op.f("pk_bot_standings")),
    )
    _index("ix_bot_standings_of_a_person", "bot_standings", "user_id")
    _index("ix_bot_standings_points", "bot_standings", "guild_id", "game", "points", "user_id")
    op.create_table(
        "counts",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("against", sa.String(40), nullable=False),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "against", "assisted", name=op.f("pk_counts")),
    )
    op.create_table(
        "cups",
        sa.Column("id", _COUNTED, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("time", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("closes_at", sa.BigInteger(), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("may_write", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cups")),
        sqlite_autoincrement=True,
    )
    _index("ix_cups_closing", "cups", "closes_at", where="stage = 'joining'")
    _index("ix_cups_ended", "cups", "ended_at", where="ended_at IS NOT NULL")
    _index("ix_cups_host", "cups", "host_id")
    _index("uq_cups_live", "cups", "channel_id", unique=True, where="ended_at IS NULL")
    op.create_table(
        "daily_channels",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("claimed_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_daily_channels")),
    )
    _index("ix_daily_channels_due", "daily_channels", "due_at")
    op.create_table(
        "daily_puzzles",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_daily_puzzles")),
    )
    op.create_table(
        "homes",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seen_on", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "guild_id", name=op.f("pk_homes")),
    )
    _index("ix_homes_guild", "homes", "guild_id")
    _index("ix_homes_seen_on", "homes", "application_id", "seen_on")
    op.create_table(
        "meetings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("lower_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("higher_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.CheckConstraint("lower_id < higher_id", name=op.f("ck_meetings_order")),
        sa.PrimaryKeyConstraint(
            "guild_id", "game", "lower_id", "higher_id", "day", name=op.f("pk_meetings")
        ),
    )
    _index("ix_meetings_day", "meetings", "day")
    _index("ix_meetings_higher_id", "meetings", "higher_id")
    _index("ix_meetings_lower_id", "meetings", "lower_id")
    op.create_table(
        "notes",
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("value", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_notes")),
    )
    op.create_table(
        "pauses",
        sa.Column("challenged_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("in_vain", sa.Integer(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("challenged_id", "challenger_id", name=op.f("pk_pauses")),
    )
    _index("ix_pauses_challenger", "pauses", "challenger_id")
    _index("ix_pauses_until", "pauses", "until")
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("takes_challenges", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("text_first", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("streak", sa.Integer(), server_default="0", nullable=False),
        sa.Column("best_streak", sa.Integer(), server_default="0", nullable=False),
        sa.Column("recent", sa.String(10), server_default="", nullable=False),
        sa.Column("seen_on", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
    )
    _index("ix_people_seen_on", "people", "seen_on")
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(10)),
        sa.Column("game", sa.String(20)),
        sa.Column("level", sa.String(40)),
        sa.Column("time", sa.Integer()),
        sa.Column("allows_watching", sa.Boolean()),
        sa.Column("look", sa.String(20)),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_server_settings")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", _COUNTED, autoincrement=True, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("first", sa.String(1), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("end_reason", sa.String(20)),
        sa.Column("winner", sa.String(1)),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        sa.Column("taken_back", sa.Integer(), nullable=False),
        sa.Column("time", sa.Integer()),
        sa.Column("turn_since", sa.BigInteger(), nullable=False),
        sa.Column("closes_at", sa.BigInteger(), nullable=False),
        sa.Column("remind_at", sa.BigInteger()),
        sa.Column("offered_by", sa.String(1)),
        sa.Column("tally_x", sa.Integer(), nullable=False),
        sa.Column("tally_o", sa.Integer(), nullable=False),
        sa.Column("tally_drawn", sa.Integer(), nullable=False),
        sa.Column("rematch_of", _COUNTED),
        sa.Column("is_demo", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("look", sa.String(20), nullable=False),
        sa.Column("cup_id", _COUNTED),
        sa.Column("open_game_id", _COUNTED),
        sa.Column("left_by", sa.String(1)),
        sa.CheckConstraint("first IN ('X', 'O')", name=op.f("ck_sessions_first")),
        sa.CheckConstraint("winner IN ('X', 'O')", name=op.f("ck_sessions_winner")),
        sa.CheckConstraint("offered_by IN ('X', 'O')", name=op.f("ck_sessions_offered_by")),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (end_reason IS NULL)", name=op.f("ck_sessions_ended")
        ),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["sessions.id"], name=op.f("fk_sessions_rematch_of")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_sessions_rematch_of")),
        sqlite_autoincrement=True,
    )
    _index("ix_sessions_closing", "sessions", "closes_at", where="ended_at IS NULL")
    _index(
        "ix_sessions_cups",
        "sessions",
        "turn_since",
        where="cup_id IS NOT NULL AND ended_at IS NULL",
    )
    _index("ix_sessions_demo", "sessions", "channel_id", "ended_at", where="is_demo = true")
    _index("ix_sessions_ended", "sessions", "ended_at", where="ended_at IS NOT NULL")
    _index("ix_sessions_guild", "sessions", "guild_id")
    _index("ix_sessions_reminding", "sessions", "remind_at", where="remind_at IS NOT NULL")
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name=op.f("pk_standings")),
    )
    _index("ix_standings_of_a_person", "standings", "user_id")
    _index("ix_standings_points", "standings", "guild_id", "game", "points", "user_id")
    op.create_table(
        "challenges",
        sa.Column("id", _COUNTED, autoincrement=True, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("challenged_id", sa.BigInteger()),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("mark", sa.String(10), nullable=False),
        sa.Column("first", sa.String(10), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("time", sa.Integer(), nullable=False),
        sa.Column("rematch_of", _COUNTED),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("look", sa.String(20), nullable=False),
        sa.Column("reopened", sa.Integer(), nullable=False),
        sa.CheckConstraint("challenger_id <> challenged_id", name=op.f("ck_challenges_two_people")),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["sessions.id"], name=op.f("fk_challenges_rematch_of")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
        sqlite_autoincrement=True,
    )
    _index("ix_challenges_challenged", "challenges", "challenged_id")
    _index("ix_challenges_challenger", "challenges", "challenger_id")
    _index("ix_challenges_expired", "challenges", "expires_at")
    _index("ix_challenges_expiring", "challenges", "expires_at", where="state = 'open'")
    _index("ix_challenges_open", "challenges", "challenger_id", where="state = 'open'")
    _index("ix_challenges_rematch", "challenges", "rematch_of")
    _index(
        "uq_challenges_open",
        "challenges",
        "channel_id",
        "challenger_id",
        unique=True,
        where="state = 'open'",
    )
    op.create_table(
        "cup_pairs",
        sa.Column("cup_id", _COUNTED, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.BigInteger(), nullable=False),
        sa.Column("second_id", sa.BigInteger()),
        sa.Column("first_came", sa.Boolean(), nullable=False),
        sa.Column("second_came", sa.Boolean(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("session_id", _COUNTED),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("winner", sa.Integer()),
        sa.Column("way", sa.String(10)),
        sa.ForeignKeyConstraint(["cup_id"], ["cups.id"], name=op.f("fk_cup_pairs_cup_id")),
        sa.PrimaryKeyConstraint("cup_id", "round", "place", name=op.f("pk_cup_pairs")),
    )
    _index("ix_cup_pairs_first", "cup_pairs", "first_id")
    _index("ix_cup_pairs_second", "cup_pairs", "second_id")
    _index("ix_cup_pairs_session", "cup_pairs", "session_id")
    _index("ix_cup_pairs_undecided", "cup_pairs", "due_at", where="winner IS NULL")
    op.create_table(
        "cup_players",
        sa.Column("cup_id", _COUNTED, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["cup_id"], ["cups.id"], name=op.f("fk_cup_players_cup_id")),
        sa.PrimaryKeyConstraint("cup_id", "number", name=op.f("pk_cup_players")),
    )
    _index("ix_cup_players_user", "cup_players", "user_id")
    op.create_table(
        "seats",
        sa.Column("session_id", _COUNTED, nullable=False),
        sa.Column("mark", sa.String(1), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("level", sa.String(40)),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.CheckConstraint("mark IN ('X', 'O')", name=op.f("ck_seats_mark")),
        sa.CheckConstraint(
            "(user_id IS NULL) <> (level IS NULL)", name=op.f("ck_seats_person_or_bot")
        ),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_seats_session_id")),
        sa.PrimaryKeyConstraint("session_id", "mark", name=op.f("pk_seats")),
    )
    _index("ix_seats_of_a_person", "seats", "user_id", "channel_id", "session_id")
    _index("uq_seats_live", "seats", "channel_id", "user_id", unique=True, where="live = true")
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("session_id", _COUNTED),
        sa.Column("challenge_id", _COUNTED),
        sa.CheckConstraint(
            "session_id IS NULL OR challenge_id IS NULL",
            name=op.f("ck_interactions_at_most_one"),
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_interactions_session_id")
        ),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenges.id"], name=op.f("fk_interactions_challenge_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interactions")),
    )
    _index(
        "ix_interactions_challenge",
        "interactions",
        "challenge_id",
        where="challenge_id IS NOT NULL",
    )
    _index("ix_interactions_session", "interactions", "session_id")


def _index(
    name: str, table: str, *columns: str, unique: bool = False, where: str | None = None
) -> None:
    """Create an index, with `where` only of rows for which that holds. SQLite has numbers for
    booleans.
    """
    on_sqlite, on_postgres = (where and where.replace("= true", "= 1")), where
    op.create_index(
        name,
        table,
        columns,
        unique=unique,
        sqlite_where=sa.text(on_sqlite) if on_sqlite else None,
        postgresql_where=sa.text(on_postgres) if on_postgres else None,
    )
