"""The pages of the custom choice."""

import pytest
from django.test import Client
from django.utils import timezone

from oottam.menu import choices, drafts
from oottam.menu.choices import find
from oottam.menu.content import Content
from oottam.menu.models import Edition
from tests.backoffice.menu.conftest import text_of
from tests.factories.accounts import make_desk_client

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/menu/custom-choice/"
SHOWN = {
    "title": "Podi Idli",
    "desc": "Soft idlis tossed in gunpowder podi and gingelly oil, with a cup of drumstick sambar.",
    "image": "idli-sambar",
}
NEW = {"title": "Rava Kesari", "desc": "Semolina with saffron and cashew.", "image": "idli-sambar"}


@pytest.fixture
def client() -> Client:
    return make_desk_client()


def fields(**changed: str) -> dict[str, str]:
    return {**{f"initial-{name}": value for name, value in SHOWN.items()}, **SHOWN, **changed}


def ids(meal: str = "breakfast") -> list[str]:
    return [each["id"] for each in drafts.load().content.file("catalogue/custom-choice.json")[meal]]


def entry(choice: str = "B1") -> dict[str, str]:
    return find(drafts.load().content, choice)


def publish(content: Content) -> None:
    """An edition of the content, live."""
    now = timezone.now()
    Edition.objects.create(
        number=1, content=content.to_text(), digest=content.digest, note="", made_at=now,
        state="live", starts_at=now, live_from=now,
    )  # fmt: skip


def test_the_list_shows_the_meals_in_their_order(client: Client) -> None:
    page = text_of(client.get(PAGE))
    assert page.index("Podi Idli") < page.index("Ragi Dosa") < page.index("Lemon Millet Bowl")
    assert "Taken off" not in page


def test_only_what_was_changed_is_stored_and_the_id_stays(client: Client) -> None:
    assert client.post(f"{PAGE}B1/", fields(title="Podi  Idlis")).status_code == 302
    assert entry() == {"id": "B1", **SHOWN, "title": "Podi Idlis"}
    assert ids()[0] == "B1"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"title": ""}, "This field is required."),
        ({"title": "x" * 41}, "at most 40"),
        ({"title": "ragi dosa"}, "Breakfast has this name already."),
        ({"desc": "x" * 121}, "at most 120"),
        ({"image": "none-of-them"}, "Select a valid choice"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(
    client: Client, changed: dict[str, str], sentence: str
) -> None:
    answer = client.post(f"{PAGE}B1/", fields(**changed))
    assert (answer.status_code, text_of(answer).count(sentence)) == (422, 2)
    assert drafts.load().revision == 0


def test_a_conflict_shows_both_values_and_takes_over_the_rest(client: Client) -> None:
    client.post(f"{PAGE}B1/", fields(title="Idli", image="ragi-dosa"))
    answer = client.post(f"{PAGE}B1/", fields(title="Mini Idli"))
    page = text_of(answer)
    assert (answer.status_code, "A colleague has since changed this to “Idli”." in page) == (
        409,
        True,
    )
    assert 'name="title" value="Mini Idli"' in page
    again = fields(title="Mini Idli", image="ragi-dosa")
    again |= {"initial-title": "Idli", "initial-image": "ragi-dosa"}
    assert client.post(f"{PAGE}B1/", again).status_code == 302
    assert (entry()["title"], entry()["image"]) == ("Mini Idli", "ragi-dosa")


def test_a_new_meal_gets_an_id_that_none_has_had(client: Client) -> None:
    assert client.post(f"{PAGE}new/breakfast/", NEW).status_code == 302
    assert ids()[-1] == "B11"
    publish(drafts.load().content)
    client.post(f"{PAGE}B11/off")
    client.post(f"{PAGE}new/breakfast/", {**NEW, "title": "Poha"})
    assert ids()[-1] == "B12"
    assert client.post(f"{PAGE}new/breakfast/", NEW | {"title": "poha"}).status_code == 422
    assert client.get(f"{PAGE}new/supper/").status_code == 404


def test_a_meal_is_taken_off_and_put_back_under_its_id(client: Client) -> None:
    client.post(f"{PAGE}B1/off")
    assert "B1" not in ids()
    assert client.get(f"{PAGE}B1/").status_code == 404
    assert "Taken off" in text_of(client.get(PAGE))
    client.post(f"{PAGE}B1/back")
    assert (ids()[-1], entry()["title"]) == ("B1", "Podi Idli")
    client.post(f"{PAGE}B1/back")
    assert ids().count("B1") == 1


def test_the_last_meal_stays_and_a_full_section_takes_no_more(client: Client) -> None:
    for choice in ids("dinner")[1:]:
        client.post(f"{PAGE}{choice}/off")
    answer = client.post(f"{PAGE}{ids('dinner')[0]}/off", follow=True)
    assert "Keep one dinner at least" in text_of(answer)
    assert len(ids("dinner")) == 1
    for number in range(choices.MAX_ENTRIES - len(ids())):
        client.post(f"{PAGE}new/breakfast/", {**NEW, "title": f"Meal {number}"})
    answer = client.post(f"{PAGE}new/breakfast/", NEW)
    assert (answer.status_code, "Breakfast is full" in text_of(answer)) == (422, True)


def test_meals_move(client: Client) -> None:
    client.post(f"{PAGE}B3/move", {"before": "B1"})
    assert ids()[:3] == ["B3", "B1", "B2"]
    client.post(f"{PAGE}B3/move", {"before": ""})
    assert ids()[-1] == "B3"
    answer = client.post(f"{PAGE}B99/move", {"before": ""}, headers={"accept": "application/json"})
    assert (answer.status_code, "no longer there" in answer.json()["message"]) == (404, True)
    answer = client.post(f"{PAGE}B1/move", {"before": "B1"}, headers={"accept": "application/json"})
    assert (answer.status_code, ids()[0]) == (200, "B1")


def test_names_are_text(client: Client) -> None:
    client.post(f"{PAGE}B1/", fields(title="<b>Idli</b>"))
    for page in (PAGE, f"{PAGE}B1/"):
        assert "&lt;b&gt;Idli&lt;/b&gt;" in client.get(page).content.decode()
