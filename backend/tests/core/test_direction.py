"""Words that run from the right, or turn what stands beside them, are isolated; what we write ourselves stays as it is."""

import pytest
from django.utils.safestring import SafeString

from oottam.core.direction import (
    escape,
    isolate,
    isolated_html,
    isolated_text,
    isolated_values,
    strip_unisolated_controls,
)
from oottam.core.isolating_templates import isolating

COMMANDS = [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C]
ARABIC = "محمد"


@pytest.mark.parametrize("command", [chr(each) for each in COMMANDS])
def test_a_command_ends_with_its_element_and_is_left_out_where_there_is_none(command: str) -> None:
    words = f"{command}Asha {command}K"
    assert isolate(words) == strip_unisolated_controls(words) == isolated_text(words) == "Asha K"
    assert isolated_html(words) == f"<bdi>{words}</bdi>"
    assert isolate(f"{ARABIC}{command}") == f"\u2068{ARABIC}\u2069"


def test_words_from_the_right_have_a_place_of_their_own() -> None:
    assert isolate(ARABIC) == f"\u2068{ARABIC}\u2069"
    assert isolated_html(f"<b>{ARABIC}") == f"<bdi>&lt;b&gt;{ARABIC}</bdi>"
    assert escape(f"<b>{ARABIC}") == f"<bdi>&lt;b&gt;{ARABIC}</bdi>"
    assert isolated_values({"name": [ARABIC, 7]}) == {"name": [f"\u2068{ARABIC}\u2069", 7]}


def test_what_is_isolated_within_a_sentence_stays_so_and_is_not_isolated_again() -> None:
    sentence = f"{isolate(ARABIC)} works on it."
    assert (strip_unisolated_controls(sentence), isolated_html(sentence)) == (sentence, sentence)
    assert strip_unisolated_controls(sentence[:4]) == ARABIC[:3]  # cut off: its end is missing


@pytest.mark.parametrize("words", ["Asha", "ஊட்டம் ₹5", "", "e\u0301", "👩‍🍳"])
def test_other_words_stay_as_they_are(words: str) -> None:
    assert isolate(words) == strip_unisolated_controls(words) == isolated_html(words) == words


def test_mark_up_of_ours_stays_mark_up() -> None:
    kept = isolated_html(SafeString(f"<b>{ARABIC}</b>"))
    assert (kept, type(kept)) == (f"<b>{ARABIC}</b>", SafeString)


@pytest.mark.parametrize(
    ("template", "read"),
    [
        ("<p>{{ name }}</p>", "<p>{{ name|isolated_html }}</p>"),
        ("<p>{{ a|linebreaksbr }}</p>", "<p>{{ a|isolated_html|linebreaksbr }}</p>"),
        ('<b title="{{ a }}">{{ b }}', '<b title="{{ a|isolated_text }}">{{ b|isolated_html }}'),
        ("<option value='{{ a }}'>{{ b }}", "<option value='{{ a }}'>{{ b|isolated_text }}"),
        ("<a href='?{{ a }}' class={{ b }}>", "<a href='?{{ a }}' class={{ b }}>"),
        (
            "<textarea>{{ a }}</textarea>{{ b }}",
            "<textarea>{{ a }}</textarea>{{ b|isolated_html }}",
        ),
        ("{% if a > b %}{{ a }}{% endif %}", "{% if a > b %}{{ a|isolated_html }}{% endif %}"),
        (
            "{% block title %}{{ a }}{% endblock %}{{ b }}",
            "{% block title %}{{ a|isolated_text }}{% endblock %}{{ b|isolated_html }}",
        ),
        ("<bdi><b>{{ a }}</b></bdi>{{ b }}", "<bdi><b>{{ a }}</b></bdi>{{ b|isolated_html }}"),
        ("{{ block.super }}", "{{ block.super }}"),
    ],
)
def test_a_template_isolates_its_values_by_where_they_stand(template: str, read: str) -> None:
    assert isolating(template) == read
