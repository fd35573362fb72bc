"""A language's `bot.po` as the bot reads it: what translators edit is what people see.

`gettext` itself reads only compiled files, which somebody would have to make after every change.
This reads the text, in some four milliseconds.
"""

import gettext
import json
import re

_TEXT = r'(?:".*"\n)+'
_ENTRY = re.compile(
    rf"""
    ^(?: \#, (.*\n) (?: \#.*\n )* )?  # flags, such as fuzzy
    (?: msgctxt[ ]({_TEXT}) )?
    msgid[ ]({_TEXT})
    (?: msgid_plural[ ]{_TEXT} )?
    ( (?: msgstr\S*[ ]{_TEXT} )+ )
    """,
    re.MULTILINE | re.VERBOSE,
)
_FORM = re.compile(rf"msgstr\S* ({_TEXT})")
_PLURAL = re.compile(r"\bplural=([^;]+)")


class PoTranslations(gettext.NullTranslations):
    """The finished translations of a `bot.po`. Others are said by its fallback, or in English.

    One that is fuzzy is not finished: its English has changed since.
    """

    def __init__(self, po: str) -> None:
        """Raises ValueError if `po` is not the text of such a file."""
        super().__init__()
        self._forms: dict[tuple[str, str, int], str] = {}
        for flags, context, message, forms in _ENTRY.findall(po + "\n"):
            if "fuzzy" in flags:
                continue
            for number, form in enumerate(_FORM.findall(forms)):
                self._forms[_read(context), _read(message), number] = _read(form)
        header = self._forms.pop(("", "", 0), "")
        plural = _PLURAL.search(header)
        if not plural:
            raise ValueError("It has no header that says Plural-Forms. bot.pot shows one.")
        self._form_of = gettext.c2py(plural[1])

    def gettext(self, message: str) -> str:
        return self._forms.get(("", message, 0)) or super().gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        return self._forms.get((context, message, 0)) or super().pgettext(context, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        form = self._forms.get(("", msgid1, self._form_of(n)))
        return form or super().ngettext(msgid1, msgid2, n)


def _read(quoted: str) -> str:
    """What quoted lines say together; nothing if there are none."""
    text = quoted.replace('"\n"', "")[1:-2]
    if "\\" in text:
        try:
            text = json.loads(f'"{text}"')
        except ValueError as error:
            raise ValueError(f"This text cannot be read: {quoted}") from error
    return text
