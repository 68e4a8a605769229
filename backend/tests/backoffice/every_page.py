"""A shop with rows for every page of the back office, and a crawler of its pages.

Pages are found by the URL patterns: a new page is audited when `url_parameters` has values for its parameters. A new
table of personal data needs rows in `add_rows_to`, or the audit of hostile text fails.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.contrib.auth.models import User
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from oottam import catalogue
from oottam.accounts import links
from oottam.accounts.models import OpenSession, Purpose, SavedInboxFilter
from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.backoffice.shared.decorators import patterns
from oottam.backoffice.urls import urlpatterns
from oottam.billing.models import LineState, MatchedPayment, Paper, PaymentClaim, StatementLine
from oottam.billing.papers import issue_receipt
from oottam.core.personal import tables
from oottam.delivery.models import (
    DeliveryOutcome,
    Outcome,
    Reason,
    Route,
    RoutePin,
    Run,
    StopPosition,
    TakeOver,
)
from oottam.menu import drafts, photos
from oottam.menu.content import MENUS
from oottam.menu.models import Edition, SoldOut
from oottam.outbox.models import OutboxEntry, Recipient, State
from oottam.requests.models import Flag, Kind, Request, RequestFlag
from oottam.schedule.models import (
    AcceptedDish,
    ActionType,
    Alternative,
    BoxContents,
    BoxLine,
    ChangeNotice,
    Choice,
    ClosedDay,
    CookedDish,
    CutoffLine,
    CutoffSnapshot,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
    Meal,
    MealPlan,
    MealRating,
    PausePeriod,
    PlanChange,
    Serving,
    ServingChange,
    ServingState,
    Substitution,
    Track,
)
from oottam.workflow.models import (
    Adjustment,
    AppointmentSlot,
    Credit,
    CustomerAnswer,
    Debt,
    EventDetails,
    FulfilmentDetails,
    LaterAddress,
    LedgerEntry,
    Message,
    Note,
    Payment,
    Refund,
    RetainedAmount,
    Template,
    Ticket,
)
from tests.conftest import Send
from tests.endpoint_cases import BODIES
from tests.factories.accounts import make_staff_account
from tests.factories.menu import edit_price, make_photo

# The second log-in step, the files of one session and PDFs of receipts (papers/test_papers.py) are tested separately.
OUTSIDE = {"second-step", "file", "file-content", "menu-preview-page", "paper"}
_CONTROLS = ("input", "select", "textarea", "button")
# Addresses of three parts of the back office; a test of all pages has a case for each, which takes some seconds.
AREAS = {
    "menu": "/backoffice/menu/",
    "requests and plans": "/backoffice/(requests|plans)/",
    "other": "/backoffice/(?!menu/|requests/|plans/)",
}


def fill_shop(send: Send, by: User) -> None:
    """Send one request of each kind by one customer, create a colleague, and add one row per table to every request."""
    for path, body in BODIES.items():
        key = f"key-{Request.objects.count()}"
        assert send(body, path, Idempotency_Key=key).status_code == 200
    count = User.objects.count()
    colleague = make_staff_account(f"mani{count}", Role.DESK)
    OpenSession.objects.create(
        account=colleague,
        key=f"{count}",
        browser="Firefox",
        began_at=timezone.now(),
        used_at=timezone.now(),
    )
    SavedInboxFilter.objects.create(account=by, name=f"Late {count}", query="?status=new")
    links.create(account=colleague, purpose=Purpose.PASSWORD, actor=by, now=timezone.now())
    for request in Request.objects.all():
        add_rows_to(request, colleague)


def add_rows_to(request: Request, by: User) -> None:
    """Add one row to the request in every table of the workflow."""
    now = timezone.now()
    request.assignee = by
    request.follow_up_on = timezone.localdate()
    request.save()
    number = Note.objects.filter(request=request).count()
    common: dict[str, Any] = {"request": request, "by": by, "at": now}
    Note.objects.create(text="Calls back", **common)
    Adjustment.objects.create(paise=1, reason="Regular guest", **common)
    payment = Payment.objects.create(paise=1, method="upi", paid_on=now, reference="T-1", **common)
    states = (LineState.OPEN, LineState.MATCHED, LineState.SETTLEMENT, LineState.IGNORED)
    line = StatementLine.objects.create(
        digest=f"{request.reference}{number}", reference="T-1", paid_on=now, paise=2, payer="Asha",
        note=request.reference, looks_settled=False, state=states[number % 4], imported_at=now, by=by,
    )  # fmt: skip
    MatchedPayment.objects.create(payment=payment, line=line)
    PaymentClaim.objects.create(request=request, utr=f"{number:012}", at=now)
    issue_receipt(
        reference=request.reference,
        version=Request.objects.get(pk=request.pk).version,
        actor=by,
        now=now,
        payment=payment.pk,
    )
    request.refresh_from_db()
    LedgerEntry.objects.create(
        request=request,
        why="changed",
        paise=1,
        at=now,
        day=now,
        is_first=not number,
        came_back=False,
    )
    Debt.objects.update_or_create(request=request, defaults={"paise": 1})
    Refund.objects.create(paise=1, method="upi", given_on=now, reference="T-2", **common)
    RetainedAmount.objects.get_or_create(
        request=request, defaults={"paise": 1, "by": by, "at": now}
    )
    Credit.objects.update_or_create(request=request, defaults={"paise": 1})
    Message.objects.create(
        template=Template.values[0], channel="mail", subject="Hello", text="Hello", **common
    )
    RequestFlag.objects.create(request=request, flag=Flag.values[number % len(Flag.values)])
    FulfilmentDetails.objects.get_or_create(
        request=request, defaults={"kitchen_note": "Mild", "diet": "veg", "finer_diet": "jain"}
    )
    LaterAddress.objects.create(
        request=request, from_date=timezone.localdate(), meals=7, weekdays=127,
        address="2 Street", pin="600020", locality="Adyar", door_note="Knock",
    )  # fmt: skip
    CustomerAnswer.objects.create(
        request=request, key=f"{number:032x}", at=now, allergens=["milk"], kitchen_note="No onion",
        address="1 Street", pin="600001", locality="Parrys", diet="jain", door_note="Ring",
    )  # fmt: skip
    Ticket.objects.create(
        request=request, kind="complaint", key=f"{number:032x}", at=now, text="Cold again"
    )
    EventDetails.objects.get_or_create(request=request, defaults={"venue": "Hall"})
    AppointmentSlot.objects.create(
        request=request,
        doctor="Dr. Leela Thomas",
        starts_at=now + timedelta(days=1 + number),
        minutes=30,
        state="missed",
    )
    add_plan_rows(request, by, number)
    AuditEntry.objects.create(
        at=now, actor=by, action="request.facts", reference=request.reference, reason="Asked"
    )
    OutboxEntry.objects.create(
        kind=request.kind,
        reference=request.reference,
        recipient=Recipient.SHOP,
        created_at=now,
        due_at=now,
        state=State.FAILED,
        last_error="550",
    )


def add_plan_rows(request: Request, by: User, number: int) -> None:
    """Add a serving with changes and a pause to the request's plan, and a closed day."""
    now, day = timezone.now(), timezone.localdate() + timedelta(days=2 + number)
    plan, _ = MealPlan.objects.get_or_create(request=request, defaults={"start_date": day})
    Track.objects.update_or_create(
        plan=plan, meal=Meal.LUNCH, defaults={"servings": number + 1, "weekdays": 63}
    )
    box_contents = BoxContents.objects.create(plan=plan)
    for position, item in enumerate(add_kitchen_rows(day, by), start=1):
        BoxLine.objects.create(
            box_contents=box_contents,
            position=position,
            item=item,
            ordered_name=item.name,
            veg_only=True,
        )
    AcceptedDish.objects.get_or_create(
        plan=plan, item=item, defaults={"clashes": "milk", "by": by, "at": now}
    )
    serving = Serving.objects.create(
        plan=plan, meal=Meal.LUNCH, seq=number + 1, date=day, box_contents=box_contents
    )
    MealRating.objects.create(serving=serving, score=1, words="Too salty", at=now)
    change = PlanChange.objects.create(
        plan=plan, action=ActionType.PAUSE, reason="Travels", by=by, at=now
    )
    _add_serving_change(change, serving, day)
    PausePeriod.objects.create(
        plan=plan, change=change, meals=2, from_date=day + timedelta(days=90)
    )
    StopPosition.objects.get_or_create(plan=plan, defaults={"hint": "Ring twice"})
    if not number % 2:
        _add_failed_delivery(serving, by)
    _add_closed_day(day, serving, by, number)
    ClosedDay.objects.get_or_create(
        date=day + timedelta(days=60), meal=0, defaults={"reason": "Feast", "by": by, "at": now}
    )


def _add_closed_day(day: date, serving: Serving, by: User, number: int) -> None:
    """Close the day, with a WhatsApp notice to the customer."""
    now = timezone.now()
    closing = PlanChange.objects.create(
        action=ActionType.CLOSE, reason="Feast", by=by, at=now,
        data={"date": f"{day - timedelta(days=1 + number)}", "meal": 0},
    )  # fmt: skip
    _add_serving_change(closing, serving, day)
    ChangeNotice.objects.create(
        change=closing,
        plan=serving.plan,
        channel="whatsapp",
        message=Message.objects.create(
            request=serving.plan.request, template="closed-day", channel="whatsapp", text="Hello",
            by=by, at=now,
        ),
    )  # fmt: skip


def _add_serving_change(change: PlanChange, serving: Serving, day: date) -> None:
    ServingChange.objects.create(
        change=change,
        serving=serving,
        date_before=day - timedelta(days=1),
        date_after=day,
        state_before=1,
        state_after=1,
        box_contents_after=serving.box_contents,
    )


def _add_failed_delivery(serving: Serving, by: User) -> None:
    """Add a run on the serving's day, with a failed delivery."""
    route, _ = Route.objects.get_or_create(name="Beach", defaults={"position": 1})
    RoutePin.objects.get_or_create(pin="600090", defaults={"route": route})
    StopPosition.objects.filter(plan=serving.plan).update(route=route)
    run, _ = Run.objects.get_or_create(
        date=serving.date or timezone.localdate(),
        meal=serving.meal,
        route=route,
        defaults={"rider": by},
    )
    TakeOver.objects.get_or_create(run=run, rider=by, defaults={"asked_at": timezone.now()})
    Serving.objects.filter(pk=serving.pk).update(state=ServingState.FAILED)
    now = timezone.now()
    DeliveryOutcome.objects.create(
        serving=serving, key=f"tap-{serving.pk}", outcome=Outcome.FAILED, reason=Reason.OTHER,
        words="Has moved", tapped_at=now, by=by, at=now,
    )  # fmt: skip


def add_kitchen_rows(day: date, by: User) -> list[KitchenItem]:
    """Return two dishes of a day after its cut-off: a substituted and cooked one, and one with a choice."""
    idli, either, dosa = (
        KitchenItem.objects.get_or_create(
            key=name.casefold(), defaults={"name": name, "mark": "veg"}
        )[0]
        for name in ("Idli", "Idli / Dosa", "Dosa")
    )
    for position, option in enumerate((idli, dosa), start=1):
        Alternative.objects.get_or_create(
            item=either, position=position, defaults={"option": option}
        )
    rice, _ = Ingredient.objects.get_or_create(key="rice", defaults={"name": "Rice"})
    ItemIngredient.objects.get_or_create(item=dosa, ingredient=rice, defaults={"grams": 80})
    KitchenAlias.objects.get_or_create(source="veg", dish="idly", defaults={"item": idli})
    on, actor_and_time = {"date": day, "meal": Meal.LUNCH}, {"by": by, "at": timezone.now()}
    Choice.objects.get_or_create(**on, item=either, defaults={**actor_and_time, "chosen": dosa})
    Substitution.objects.get_or_create(
        **on, item=idli, defaults={**actor_and_time, "instead": dosa, "reason": "Sold out"}
    )
    CookedDish.objects.get_or_create(**on, item=dosa, defaults=actor_and_time)
    lock, _ = CutoffSnapshot.objects.get_or_create(**on, defaults={"at": timezone.now()})
    CutoffLine.objects.get_or_create(snapshot=lock, item=idli, defaults={"quantity": 1, "boxes": 1})
    return [idli, either]


def fill_text_columns(text: str) -> set[str]:
    """Write the text into every column of personal text and into account names; return tables without rows."""
    empty = set()
    for table in tables():
        rows: models.QuerySet[Any] = models.QuerySet(table.model)
        if table.personal and not rows.exists():
            empty.add(table.model._meta.label)
        unique_fields = {
            name for each in table.model._meta.total_unique_constraints for name in each.fields
        }
        for name in table.personal.keys() - unique_fields:
            column: Any = table.model._meta.get_field(name)
            if isinstance(column, models.CharField | models.TextField):
                rows.update(**{name: text[: column.max_length or 100_000]})
    for paper in Paper.objects.all():
        paper.content["buyer"] |= {"name": text, "address": text}
        paper.content["payment"]["reference"] = text
        paper.save()
    AuditEntry.objects.update(data={"address": {"was": text, "now": text}})
    Request.objects.update(extra_fields=[text])
    OpenSession.objects.update(browser=text[:60])
    BoxLine.objects.update(ordered_name=text[:200])
    KitchenItem.objects.update(name=text[:200], portion=text[:100])
    Ingredient.objects.update(name=text[:200], unit=text[:20], group=text[:100])
    Substitution.objects.update(reason=text[:200])
    ClosedDay.objects.update(reason=text[:200])
    Route.objects.update(name=text[:60])
    for saved_view in SavedInboxFilter.objects.all():
        SavedInboxFilter.objects.filter(pk=saved_view.pk).update(name=f"{saved_view.pk}{text}"[:40])
    for each in User.objects.all():
        User.objects.filter(pk=each.pk).update(username=f"{each.pk}{text}"[:150], email=text[:250])
    return empty


def url_parameters(by: User) -> dict[str, list[Any]]:
    """Return values for every URL parameter: requests of all kinds, accounts, valid link tokens."""
    days = list(Serving.objects.values_list("date", flat=True).distinct())
    tokens = []
    for purpose in Purpose:
        invited = make_staff_account(f"invited-{purpose}")
        tokens.append(links.create(account=invited, purpose=purpose, actor=by, now=timezone.now()))
    _publish_something(by)
    return {
        "reference": list(Request.objects.values_list("reference", flat=True)),
        "number": list(User.objects.values_list("pk", flat=True)),
        "payment_id": list(Payment.objects.values_list("pk", flat=True)),
        "line_id": list(StatementLine.objects.values_list("pk", flat=True))[:3],
        "kind": list(Kind.values),
        "day": days,
        "until": days,
        "meal": [Meal.LUNCH.value, Meal.DINNER.value],
        "ingredient": list(Ingredient.objects.values_list("pk", flat=True))[:3],
        "change_id": list(PlanChange.objects.filter(plan=None).values_list("pk", flat=True)),
        "run_id": list(Run.objects.values_list("pk", flat=True)),
        "dish": list(KitchenItem.objects.values_list("pk", flat=True)),
        "token": tokens,
        "edition": [0, *Edition.objects.values_list("number", flat=True)],
        "menu": list(MENUS)[:1],
        "dish_id": ["berry-smoothie", "ragi-porridge"],
        "category": ["protein-smoothies"],
        "page": ["order/meal/VegMeal"],
        "picture": ["icon", "hero"],
        "screen": ["titles", "birthdayPage", "mealSubscription"],
        "week": [1, 4],
        "section": ["breakfast", "dinner"],
        "weekday": [1, 6],
        "position": [1, 2],
        "choice": ["B1", "D10"],
        "digest": [photos.add_file(make_photo())],
    }


def _publish_something(by: User) -> None:
    """Add a live edition of the shop's own files, a changed draft, and a dish that is sold out."""
    now = timezone.now()
    content = drafts.of_folder()
    Edition.objects.get_or_create(
        number=1,
        defaults={
            "content": content.to_text(), "digest": content.digest, "note": "First", "made_by": by, "made_at": now,
            "state": "live", "starts_at": now, "live_from": now,
        },
    )  # fmt: skip
    if not drafts.load().is_changed:
        edit_price("Dry Fruit Smoothie", 200, actor=by)
    name = next(iter(catalogue.current().menus["veg"].by_name))
    SoldOut.objects.get_or_create(dish_name=name, defaults={"since": now, "marked_by": by})


def page_urls(by: User, known: dict[str, list[Any]] | None = None) -> dict[str, list[str]]:
    """Return the URLs of every readable page by its name; `known` overrides `url_parameters`."""
    known = known or url_parameters(by)
    found: dict[str, list[str]] = {}
    for name, needed in _readable_patterns(urlpatterns):
        filled = product(*(known[part] for part in needed))
        found[name] = [
            reverse(f"backoffice:{name}", kwargs=dict(zip(needed, given, strict=True)))
            for given in filled
        ]
    return found


def _readable_patterns(
    found: list[Any], above: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for each in found:
        needed = (*above, *each.pattern.converters)
        if hasattr(each, "url_patterns"):
            yield from _readable_patterns(each.url_patterns, needed)
        elif "GET" in each.callback.methods and each.name not in OUTSIDE:
            yield each.name, needed


def count_readable_pages() -> int:
    """Return the number of URL patterns that accept GET."""
    views: list[Any] = [each.callback for each in patterns(urlpatterns)]
    return sum("GET" in view.methods for view in views) - len(OUTSIDE)


@dataclass(slots=True)
class Form:
    """A form of a page: method, action and fields (name, type, value)."""

    method: str
    action: str
    fields: list[tuple[str, str, str]]

    def submissions(self, text: str) -> Iterator[dict[str, list[str]]]:
        """Yield the data sent with the text in each text field, once per button; of buttons alike, for two."""
        sent: dict[str, list[str]] = {}
        for name, kind, value in self.fields:
            if kind != "button":
                is_text = kind not in ("hidden", "checkbox", "radio", "select")
                sent.setdefault(name, []).append(text if is_text else value)
        buttons = [(name, value) for name, kind, value in self.fields if kind == "button" and name]
        alike: Counter[tuple[str, str]] = Counter()
        for name, value in buttons or [("", "")]:
            shape = name, re.sub(r"\d+|^[A-Z].*", "#", value)  # numbers, and names of dishes
            alike[shape] += 1
            if alike[shape] <= 2:
                yield {**sent, name: [value]} if name else sent


OWN_PICTURES = ("/order/", "/backoffice/menu/photos/")


class ParsedPage(HTMLParser):
    """A parsed page: tags with their attributes, links and forms."""

    def __init__(self, page: str, path: str = "") -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.forms: list[Form] = []
        self._path, self._options = path, ("", "")
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        if tag == "form":
            action = urljoin(self._path, given.get("action", ""))
            self.forms.append(Form(given.get("method", "get").lower(), action, []))
        elif self.forms and tag in _CONTROLS and (given.get("name") or tag == "button"):
            kind = "button" if tag == "button" else given.get("type", tag)
            self.forms[-1].fields.append((given.get("name", ""), kind, given.get("value", "")))
        elif self.forms and tag == "option" and self.forms[-1].fields:
            name, kind, value = self.forms[-1].fields[-1]
            if kind == "select" and (not value or "selected" in given):
                self.forms[-1].fields[-1] = (name, kind, given.get("value", ""))

    def links(self) -> list[str]:
        """Return links within the back office, without fragments."""
        found = [given["href"] for tag, given in self.tags if tag == "a" and given.get("href")]
        whole = [urljoin(self._path, each).partition("#")[0] for each in found]
        return [each for each in whole if not urlsplit(each).scheme and each.startswith("/back")]

    def unexpected_markup(self) -> list[str]:
        """Return markup that no page may have: foreign scripts and images, event handlers, styles, unsafe URLs."""
        found = []
        for tag, given in self.tags:
            inline = tag == "script" and not given.get("src", "").startswith("/static/staff/")
            if inline and given.get("type") != "application/json":
                found.append(f"<{tag}>")
            if tag == "img" and not given.get("src", "").startswith(OWN_PICTURES):
                found.append("<img>")
            if tag in ("style", "iframe", "object", "embed", "base"):
                found.append(f"<{tag}>")
            found += [name for name in given if name.startswith("on") or name == "style"]
            targets = [given.get(name, "") for name in ("href", "action", "src", "formaction")]
            found += [target for target in targets if not _is_allowed_target(target)]
        return found


class UnisolatedTextFinder(HTMLParser):
    """Finds right-to-left or direction-changing text that is not isolated from its surroundings.

    Isolated is text in a <bdi>, in an element of dir="auto", or between isolating characters. The values of form fields are
    not checked: a field is isolated by itself.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._within: list[tuple[str, bool]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        attribute_texts = [
            given.get(name, "") for name in ("aria-label", "title", "placeholder", "alt")
        ]
        self.found += [text for text in attribute_texts if _changes_direction(text)]
        if tag not in ("input", "meta", "link", "br", "img", "hr"):
            self._within.append((tag, tag == "bdi" or given.get("dir") == "auto"))

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        inside = self._within[-1][0] if self._within else ""
        is_isolated = any(isolates for _, isolates in self._within[-2:])
        if inside == "textarea" or not _changes_direction(data):
            return
        if inside == "script":
            self.found += [text for text in _texts(json.loads(data)) if _changes_direction(text)]
        elif not (is_isolated and re.fullmatch(r"\d*\u202e?\u05d0[^\u05d0]*", data.strip())):
            self.found.append(data.strip())


def _changes_direction(text: str) -> bool:
    """Whether direction-changing characters are outside of isolates."""
    left = re.sub("\u2068[^\u2066-\u2069\u202a-\u202e]*\u2069", "", text)
    return bool(re.search("[\u05d0\u05d1\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", left))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def unisolated_text(page: str) -> list[str]:
    """Return a page's distinct unisolated texts."""
    return sorted(set(UnisolatedTextFinder(page).found))


@lru_cache(maxsize=512)
def parse_page(page: str, path: str = "") -> ParsedPage:
    """Parse a page, cached for the tests that share it."""
    return ParsedPage(page, path)


def _is_allowed_target(target: str) -> bool:
    allowed_prefixes = ("/", "?", "#", "tel:", "mailto:", "upi://pay?", "https://wa.me/")
    return not target or (target.startswith(allowed_prefixes) and not target.startswith("//"))


def read_page(client: Client, address: str) -> str:
    """Return the page at the URL after redirects; "" for other content than HTML."""
    answer = client.get(address, follow=True)
    assert answer.status_code in (200, 204), (address, answer.status_code)
    is_page = answer["Content-Type"].startswith("text/html") and answer.status_code == 200
    return answer.content.decode() if is_page else ""


def url_shape(address: str) -> str:
    """Return the URL with references, numbers, and names of the menu replaced by "#"."""
    menu = (
        r"(?<=/menu/)(?:dishes|categories)/\w+/[a-z0-9-]+(?=/)"
        r"|(?<=\?dish=)[^&]+"
    )
    return re.sub(rf"OT-\w{{7}}|{menu}|\d+", "#", address)


def addresses_within(area: str, filled: dict[str, list[str]]) -> list[str]:
    """Return the addresses that match the area's expression (AREAS)."""
    return [address for each in filled.values() for address in each if re.match(area, address)]


def crawl(client: Client, filled: dict[str, list[str]], area: str = "") -> dict[str, str]:
    """Return the home page, and by their URLs the area's pages and those of it that they link to, at most two per URL shape."""
    queue = [reverse("backoffice:home"), *addresses_within(area, filled)]
    pages: dict[str, str] = {}
    shapes: Counter[str] = Counter()
    while queue:
        address = queue.pop(0)
        if address in pages:
            continue
        pages[address] = read_page(client, address)
        for link in parse_page(pages[address], address).links():
            shapes[url_shape(link)] += 1
            if shapes[url_shape(link)] <= 2 and re.match(area, link):
                queue.append(link)
    return {address: page for address, page in pages.items() if page}
