"""Counters for the operator, shown at /metrics. No label names a person, a server or a channel."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram, Info

from bot import version

BUILD = Info("ttt_build", "The version that runs.")
BUILD.info({"version": version()})
SERVERS = Gauge("ttt_servers", "Servers that have the bot, in all shards, as Discord counts them every hour.")
ANSWERS = Counter("ttt_answers", "Interactions that were answered.", ["kind"])
SECONDS = Histogram(
    "ttt_answer_seconds",
    "From the beginning of a handler to the end of its answer; Discord waits 3 seconds.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
)
LANGUAGES = Counter("ttt_languages", "The same by the language of private answers.", ["language"])
GAMES = Counter(
    "ttt_games",
    "Games that ended, in all processes: by game, by opponent, and by how they ended.",
    ["game", "against", "end"],
)
CHALLENGES = Counter("ttt_challenges", "Challenges that ended, in all processes, by how.", ["state"])
GAMES_DELETED = Counter("ttt_games_deleted", "Finished games this process deleted after RETENTION_DAYS.")
DATABASE_BYTES = Gauge("ttt_database_bytes", "The size of the database.")
LAST_BACKUP = Gauge(
    "ttt_last_backup_timestamp_seconds", "When a SQLite database was last backed up; 0 if never."
)
LOST = Counter("ttt_answers_lost", "Answers that did not reach Discord, or came too late.")
ERRORS = Counter("ttt_errors", "Answers that had to say that something went wrong; the log has each.")
NOT_SAVED = Counter("ttt_not_saved", "Requests that the database did not save.")
OUTCOME_UNKNOWN = Counter("ttt_outcome_unknown", "Requests for which the database took too long.")
SEARCH_SECONDS = Histogram(
    "ttt_search_seconds",
    "Searches of the worker process, from start to end.",
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5),
)
SEARCHES_LATE = Counter("ttt_searches_late", "Requests refused because a search would have taken too long.")
WORKERS_LOST = Counter("ttt_workers_lost", "Worker processes that ended during a search.")
TURNED_AWAY = Counter("ttt_turned_away", "Interactions turned away because there was too much to do.")
MALFORMED = Counter("ttt_malformed", "Interactions without an id or a token, which nobody can answer.")
TIMER_ERRORS = Counter(
    "ttt_timer_errors", "Sweeps, housekeeping and demo games that failed unexpectedly; see the log."
)
