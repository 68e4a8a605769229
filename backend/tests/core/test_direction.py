"""Right-to-left text and directional controls are isolated; markup is not changed."""

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
from oottam.core.isolating_templates import add_isolation_filters

COMMANDS = [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C]
ARABIC = "محمد"


@pytest.mark.parametrize("command", [chr(each) for each in COMMANDS])
def test_control_is_wrapped_in_html_and_removed_from_text(command: str) -> None:
    words = f"{command}Asha {command}K"
    assert isolate(words) == strip_unisolated_controls(words) == isolated_text(words) == "Asha K"
    assert isolated_html(words) == f"<bdi>{words}</bdi>"
    assert isolate(f"{ARABIC}{command}") == f"\u2068{ARABIC}\u2069"


def test_right_to_left_text_is_isolated() -> None:
    assert isolate(ARABIC) == f"\u2068{ARABIC}\u2069"
    assert isolated_html(f"<b>{ARABIC}") == f"<bdi>&lt;b&gt;{ARABIC}</bdi>"
    assert escape(f"<b>{ARABIC}") == f"<bdi>&lt;b&gt;{ARABIC}</bdi>"
    assert isolated_values({"name": [ARABIC, 7]}) == {"name": [f"\u2068{ARABIC}\u2069", 7]}


def test_isolated_text_is_not_isolated_again() -> None:
    sentence = f"{isolate(ARABIC)} works on it."
    assert (strip_unisolated_controls(sentence), isolated_html(sentence)) == (sentence, sentence)
    assert strip_unisolated_controls(sentence[:4]) == ARABIC[:3]  # cut off: its end is missing


@pytest.mark.parametrize("words", ["Asha", "ஊட்டம் ₹5", "", "e\u0301", "👩‍🍳"])
def test_left_to_right_text_is_unchanged(words: str) -> None:
    assert isolate(words) == strip_unisolated_controls(words) == isolated_html(words) == words


def test_safe_markup_is_unchanged() -> None:
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
        (
            "{% block title %}{% if a %}{{ a }}{% endif %}{% endblock %}{{ b }}",
            "{% block title %}{% if a %}{{ a|isolated_text }}{% endif %}{% endblock %}{{ b|isolated_html }}",
        ),
        (
            "<textarea>{% block a %}{{ a }}{% endblock %}{{ b }}",
            "<textarea>{% block a %}{{ a }}{% endblock %}{{ b }}",
        ),
        ("<bdi><b>{{ a }}</b></bdi>{{ b }}", "<bdi><b>{{ a }}</b></bdi>{{ b|isolated_html }}"),
        ("{{ block.super }}", "{{ block.super }}"),
        (
            "{% blocktranslate with b=a %}{{ b }}{% endblocktranslate %}{{ b }}",
            "{% blocktranslate with b=a %}{{ b }}{% endblocktranslate %}{{ b|isolated_html }}",
        ),
    ],
)
def test_template_value_gets_the_filter_for_its_position(template: str, read: str) -> None:
    assert add_isolation_filters(template) == read
