"""Prices as they are typed into the grid: rules, conflicts, and large changes."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from oottam import catalogue
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.core.merging import Edit, EditsRefusedError
from oottam.menu import drafts, prices
from oottam.menu.content import TIER_LABELS
from oottam.menu.prices import Cell, LargeChangeError
from tests.factories.menu import edit_draft, edit_price, find_dish, without_dish

DISH, SLUG = "Berry Smoothie", "berry-smoothie"  # ₹266, 247 and 228
ON_REQUEST = "ragi-porridge"


def edit(tier: str, shown: str, typed: str, dish: str = SLUG) -> Edit[Cell]:
    return Edit(Cell("veg", dish, tier), shown, typed)


def save(*edits: Edit[Cell], **options: object) -> int:
    given: dict[str, object] = {
        "revision": drafts.load().revision,
        "actor": User.objects.get_or_create(username="meera")[0],
        "now": timezone.now(),
    }
    return prices.save(edits, **{**given, **options})  # type: ignore[arg-type]


def stored(name: str = DISH) -> object:
    return find_dish(drafts.load().content.file("catalogue/veg.json"), name).get("prices")


def refusal(*edits: Edit[Cell], **options: object) -> EditsRefusedError:
    before = drafts.load().content
    with pytest.raises(EditsRefusedError) as caught:
        save(*edits, **options)
    assert drafts.load().content == before
    return caught.value


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("250", "250"),
        (" ₹1,250.5 ", "1250.5"),
        ("Rs. 25.50", "25.50"),
        ("Rs. 1,100/-", "1100"),
        ("₹1,100 /-", "1100"),
        ("INR 1,100.50", "1100.50"),
        ("1100 rupees", "1100"),
        ("10000", "10000"),
        ("0.01", "0.01"),
    ],
)
def test_usual_spellings_of_a_price_are_parsed(text: str, price: str) -> None:
    assert prices.parse(text) == Decimal(price)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0", "above 0"),
        ("-5", "above 0"),
        ("0.00", "above 0"),
        ("12.345", "two digits"),
        ("10000.01", "at most"),
        ("ten", "Type a price"),
        ("1e3", "Type a price"),
        ("NaN", "Type a price"),
        ("12,5", "Type a price"),
        ("௨௫", "Type a price"),
        ("9" * 21, "Type a price"),
    ],
)
def test_invalid_price_is_rejected_with_a_message(text: str, sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        prices.parse(text)


@pytest.mark.django_db
def test_changed_prices_are_stored_in_one_step_and_named() -> None:
    edits = [
        edit("week", "266", "₹280"),
        edit("thirty", "228", "228.0"),
        edit("fifteen", "247", "247.50"),
    ]
    assert save(*edits) == 2
    assert stored() == {"week": 280, "fifteen": 247.5, "thirty": 228}
    [change] = drafts.load().changes
    assert (change.by, change.sentence) == ("meera", "Changed 2 prices: Berry Smoothie")
    data = AuditEntry.objects.get().data
    assert data["Berry Smoothie, week"] == {"was": "266", "now": "₹280"}


@pytest.mark.django_db
def test_one_invalid_price_rejects_all() -> None:
    error = refusal(edit("week", "266", "270"), edit("week", "273", "0", "dry-fruit-smoothie"))
    assert list(error.errors) == [Cell("veg", "dry-fruit-smoothie", "week")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("tier", "typed"), [("fifteen", "267"), ("thirty", "250"), ("week", "240")]
)
def test_a_longer_time_never_costs_more_per_day(tier: str, typed: str) -> None:
    shown = {"week": "266", "fifteen": "247", "thirty": "228"}[tier]
    error = refusal(edit(tier, shown, typed))
    assert [
        (cell.tier, "must not cost more" in sentence) for cell, sentence in error.errors.items()
    ] == [(tier, True)]


@pytest.mark.django_db
def test_a_dish_has_all_three_prices_or_none() -> None:
    error = refusal(edit("week", "", "200", ON_REQUEST))
    assert error.errors == {Cell("veg", ON_REQUEST, "week"): prices.INCOMPLETE}
    tiers = ("week", "fifteen", "thirty")
    save(*(edit(tier, "", "200", ON_REQUEST) for tier in tiers))
    assert stored("Ragi Porridge") == {"week": 200, "fifteen": 200, "thirty": 200}
    edits = [edit(tier, "200", " ", ON_REQUEST) for tier in tiers]
    with pytest.raises(LargeChangeError) as caught:
        save(*edits)
    save(*edits, confirmed=caught.value.token.split())
    assert stored("Ragi Porridge") is None


@pytest.mark.django_db
def test_change_by_more_than_half_needs_one_confirmation() -> None:
    edits = [edit("week", "266", "400")]
    with pytest.raises(
        LargeChangeError, match="by more than half: Berry Smoothie, week, ₹266 to ₹400"
    ) as caught:
        save(*edits)
    assert drafts.load().revision == 0
    with pytest.raises(LargeChangeError):
        save(edit("week", "266", "4000"), confirmed=caught.value.token.split())
    assert save(*edits, confirmed=caught.value.token.split()) == 1
    assert save(edit("week", "400", "590")) == 1


@pytest.mark.django_db
def test_price_changed_by_a_colleague_is_a_conflict_that_names_them() -> None:
    other = User.objects.create_user("priya")
    edit_price(DISH, 300, actor=other)
    error = refusal(
        edit("week", "266", "270"), edit("week", "273", "280", "dry-fruit-smoothie"), revision=0
    )
    assert error.conflicts == {Cell("veg", SLUG, "week"): "priya has since changed this to ₹300."}
    assert save(
        edit("week", "266", "300"),
        edit("fifteen", "300", "290"),
        edit("thirty", "300", "290"),
        revision=0,
    )


@pytest.mark.django_db
def test_price_of_a_removed_dish_is_rejected() -> None:
    edit_draft(lambda content: without_dish(content, DISH))
    error = refusal(edit("week", "266", "270"))
    assert list(error.errors.values()) == ["This dish has left the menu."]


def test_labels_of_tiers_name_the_days_from_which_they_apply() -> None:
    tiers = catalogue.current().rules.day_orders.tiers
    assert list(TIER_LABELS) == [tier.id for tier in tiers]
    assert list(TIER_LABELS.values()) == ["week", *(f"{tier.from_days} days" for tier in tiers[1:])]


@pytest.mark.django_db
def test_invalid_price_causes_no_errors_at_the_dishs_other_prices() -> None:
    """Else a right price beside it would be called wrong."""
    error = refusal(edit("week", "266", "ten"), edit("fifteen", "247", "300"))
    assert {cell.tier: sentence for cell, sentence in error.errors.items()} == {
        "week": "Type a price in rupees, such as 250 or 25.50."
    }
