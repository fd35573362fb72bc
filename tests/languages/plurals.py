"""The plural forms of Discord's languages, as gettext writes them.

From Weblate's table, https://github.com/WeblateOrg/language-data. CLDR's, which Babel has, uses
operands that gettext does not know.
"""

_ONE = "nplurals=1; plural=0;"
_TWO = "nplurals=2; plural=(n != 1);"
_TWO_FROM_TWO = "nplurals=2; plural=(n > 1);"
_FEW = "n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
_SLAVIC = f"nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : {_FEW});"

PLURAL_FORMS = {
    "bg": _TWO,
    "cs": "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
    "da": _TWO,
    "de": _TWO,
    "el": _TWO,
    "en-GB": _TWO,
    "es-419": _TWO,
    "es-ES": _TWO,
    "fi": _TWO,
    "fr": _TWO_FROM_TWO,
    "hi": _TWO_FROM_TWO,
    "hr": _SLAVIC,
    "hu": _TWO,
    "id": _ONE,
    "it": _TWO,
    "ja": _ONE,
    "ko": _ONE,
    "lt": (
        "nplurals=3; plural=(n%10==1 && (n%100<11 || n%100>19) ? 0"
        " : n%10>=2 && n%10<=9 && (n%100<11 || n%100>19) ? 1 : 2);"
    ),
    "nl": _TWO,
    "no": _TWO,
    "pl": f"nplurals=3; plural=(n==1 ? 0 : {_FEW});",
    "pt-BR": _TWO,  # people write "0 jogadas", where the table has "0 jogada"
    "ro": "nplurals=3; plural=(n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2);",
    "ru": _SLAVIC,
    "sv-SE": _TWO,
    "th": _ONE,
    "tr": _TWO,
    "uk": _SLAVIC,
    "vi": _ONE,
    "zh-CN": _ONE,
    "zh-TW": _ONE,
}
"""By Discord's code of the language; all but en-US, the language of the code."""
