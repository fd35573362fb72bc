"""The operator's own pages, which people can open from the bot."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rendering.voice import Voice


@dataclass(frozen=True)
class Links:
    """The addresses of the operator's pages; None for each that there is not."""

    privacy: str | None = None
    terms: str | None = None
    support: str | None = None


NO_LINKS = Links()


def line(links: Links, voice: Voice) -> str:
    """The links in one small line, which begins on a new line; empty without any."""
    named = (
        # NOTE: the names of three web pages: the privacy policy, the terms of service, and a place to ask
        (voice.say("Privacy policy"), links.privacy),
        (voice.say("Terms"), links.terms),
        (voice.say("Support"), links.support),
    )
    shown = " · ".join(f"[{name}](<{address}>)" for name, address in named if address)
    return f"\n-# {shown}" if shown else ""
