"""The number of a day's puzzle."""

from bot.advice.daily_puzzle import number_of_day


def test_the_first_puzzle_is_that_of_new_year_2026():
    assert number_of_day(20_454) == 1
    assert number_of_day(20_779) == 326
