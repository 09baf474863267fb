"""A page in a language: its words alone are changed."""

from __future__ import annotations

from affray.languages.language import Language
from affray.languages.markup import page, read

FRENCH = Language(
    "fr", {"Map": "Carte", "Close": "Fermer", "{n} rules & more": "{n} règles et plus", "<none>": "<aucun>"}
)


def test_words_and_labels_are_said_and_all_else_stays():
    source = (
        '<!doctype html>\n<html lang="en"><head><title>Map</title><style>.Map { color: red }</style></head>'
        '<body class="Map"><!-- Map --><h1 title="Close">  Map </h1><br><img alt="Map" src="Map"/>'
        '<p>3 rules &amp; more</p><p>&lt;none&gt;</p><script>let Map = "Map & <p>";</script>'
        '<code>Map</code><b translate="no">Map <i>Close</i></b>'
        '<input value="Map" placeholder="Close"></body></html>\n'
    )
    assert page(source, FRENCH) == (
        '<!doctype html>\n<html lang="fr"><head><title>Carte</title><style>.Map { color: red }</style></head>'
        '<body class="Map"><!-- Map --><h1 title="Fermer">  Carte </h1><br><img alt="Carte" src="Map"/>'
        '<p>3 règles et plus</p><p>&lt;aucun&gt;</p><script>let Map = "Map & <p>";</script>'
        '<code>Map</code><b translate="no">Map <i>Close</i></b>'
        '<input value="Map" placeholder="Fermer"></body></html>\n'
    )


def test_what_is_left_in_english_is_told():
    assert read("<p>Map</p><p>Nobody knows &eacute;</p>", FRENCH) == (
        "<p>Carte</p><p>Nobody knows é</p>",
        ["Nobody knows é"],
    )


def test_text_that_is_typed_cannot_become_markup():
    assert page("<p>&lt;b&gt;Map&lt;/b&gt;</p>", FRENCH) == "<p>&lt;b&gt;Map&lt;/b&gt;</p>"


def test_a_number_has_the_mark_of_the_language():
    assert page("<p>30.5 %</p><p>4.0.1</p>", FRENCH) == "<p>30,5 %</p><p>4.0.1</p>"
