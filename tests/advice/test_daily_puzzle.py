"""The number of a day's puzzle."""

from bot.advice.daily_puzzle import puzzle_number


def test_the_first_puzzle_is_that_of_new_year_2026():
    assert puzzle_number(20_454) == 1
    assert puzzle_number(20_779) == 326
