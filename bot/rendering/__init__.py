"""Renders messages: data in, messages as data out. Words come from a voice, signs from a look."""
