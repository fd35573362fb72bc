"""Programs that write what Learn shows; the bot needs none of them."""
