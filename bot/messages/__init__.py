"""What messages are made of: texts, cards, looks, tiles, languages."""
