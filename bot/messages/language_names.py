"""What Discord's languages call themselves, by code. Other scripts are easier to find apart."""

from collections.abc import Mapping

IN_LATIN_LETTERS: Mapping[str, str] = {
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

IN_OTHER_LETTERS: Mapping[str, str] = {
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
