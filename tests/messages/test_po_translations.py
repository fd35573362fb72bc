"""The bot reads a `bot.po` as its translator left it."""

import pytest

from bot.messages.po_translations import PoTranslations

PO = r"""# Written by hand
msgid ""
msgstr ""
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && "
"(n%100<10 || n%100>=20) ? 1 : 2);\n"

#. NOTE: a button
msgid "Cancel"
msgstr "Anuluj"

msgctxt "a cup"
msgid "Cancel"
msgstr "Odwołaj"

msgid ""
"Say \"yes\"\n"
"and \\go"
msgstr ""
"Powiedz „tak”, \"tak\""
"\ti \\idź"

#, python-brace-format
msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] "{count} ruch"
msgstr[1] "{count} ruchy"
msgstr[2] "{count} ruchów"
msgid "{count} win"
msgid_plural "{count} wins"
msgstr[0] "{count} wygrana"

#, python-brace-format, fuzzy
#| msgid "Resigned"
msgid "Resign"
msgstr "Poddał się"

msgid "Rematch"
msgstr ""

#, fuzzy
#~ msgid "Hint"
#~ msgstr "Podpowiedź"
"""


def test_it_says_what_is_finished_and_else_the_english():
    texts = PoTranslations(PO)
    assert texts.gettext("Cancel") == "Anuluj"
    assert texts.pgettext("a cup", "Cancel") == "Odwołaj"
    assert texts.gettext('Say "yes"\nand \\go') == 'Powiedz „tak”, "tak"\ti \\idź'
    moves = [texts.ngettext("{count} move", "{count} moves", count) for count in (1, 2, 5, 22)]
    assert moves == ["{count} ruch", "{count} ruchy", "{count} ruchów", "{count} ruchy"]
    for unfinished in ("Resign", "Rematch", "Hint", "Resigned", ""):
        assert texts.gettext(unfinished) == unfinished
    wins = [texts.ngettext("{count} win", "{count} wins", count) for count in (1, 5)]
    assert wins == ["{count} wygrana", "{count} wins"]


def test_it_says_what_cannot_be_read():
    with pytest.raises(ValueError, match="Plural-Forms"):
        PoTranslations(PO.replace("plural=", "="))
    with pytest.raises(ValueError, match=r"Anu\\luj"):
        PoTranslations(PO.replace("Anuluj", "Anu\\luj"))
