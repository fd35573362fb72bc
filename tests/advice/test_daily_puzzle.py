"""The number of a day's puzzle."""

from bot.advice.daily_puzzle import DailyRecord


def test_the_first_puzzle_is_that_of_new_year_2026():
    assert DailyRecord(20_454).number == 1
    assert DailyRecord(20_779).number == 326
