"""Languages in their own words, by Discord's codes for them."""

from __future__ import annotations

from collections.abc import Mapping

_LATIN = {
    "id": "Bahasa Indonesia",
    "cs": "Čeština",
    "da": "Dansk",
    "de": "Deutsch",
    "en-US": "English",
    "en-GB": "English (UK)",
    "es-ES": "Español",
    "es-419": "Español (Latinoamérica)",
    "fr": "Français",
    "hr": "Hrvatski",
    "it": "Italiano",
    "lt": "Lietuvių",
    "hu": "Magyar",
    "nl": "Nederlands",
    "no": "Norsk",
    "pl": "Polski",
    "pt-BR": "Português (Brasil)",
    "ro": "Română",
    "fi": "Suomi",
    "sv-SE": "Svenska",
    "vi": "Tiếng Việt",
    "tr": "Türkçe",
}

NAMES: Mapping[str, str] = _LATIN | {
    "el": "Ελληνικά",
    "bg": "Български",
    "ru": "Русский",
    "uk": "Українська",
    "hi": "हिन्दी",
    "th": "ไทย",
    "zh-CN": "中文（简体）",
    "zh-TW": "中文（繁體）",
    "ja": "日本語",
    "ko": "한국어",
}
"""What each of Discord's languages calls itself."""

LATIN = frozenset(_LATIN)
"""Those written in Latin letters; the others are easier to find apart from them."""
