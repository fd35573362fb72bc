"""Tic-tac-toe itself: rules, exact scores and opponents. Standard library only."""
