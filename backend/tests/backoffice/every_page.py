"""A shop with something on every page, and every page of it, found by the list of addresses.

A new page is audited without being named, when what stands in the place of its address's parts is said in
`parts`. A new table of personal data has to get rows in `work_on`, or the audit of hostile text fails.
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

from oottam.accounts import links
from oottam.accounts.models import OpenSession, Purpose, SavedView
from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.backoffice.layout.checks import patterns
from oottam.backoffice.urls import urlpatterns
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
from oottam.outbox.models import OutboxEntry, Recipient, State
from oottam.plans.models import (
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
    PausePeriod,
    PlanChange,
    Serving,
    ServingChange,
    ServingState,
    Substitution,
    Track,
)
from oottam.requests.models import Flag, Kind, Request, RequestFlag
from oottam.workflow.models import (
    Adjustment,
    AppointmentSlot,
    Booking,
    Credit,
    CustomerAnswer,
    Debt,
    EventDetails,
    FulfilmentDetails,
    Message,
    Note,
    Payment,
    Refund,
    RetainedAmount,
    Template,
)
from tests.conftest import Send
from tests.endpoint_cases import BODIES
from tests.factories.accounts import make_staff_account

# Forms of the second log-in step, and files of one session: tested separately.
OUTSIDE = {"second-step", "file", "file-content"}
_CONTROLS = ("input", "select", "textarea", "button")


def fill(send: Send, by: User) -> None:
    """One request of each kind, all of one person, and a colleague; every request then gets a row more of all."""
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
    SavedView.objects.create(account=by, name=f"Late {count}", query="?status=new")
    links.create(account=colleague, purpose=Purpose.PASSWORD, actor=by, now=timezone.now())
    for request in Request.objects.all():
        work_on(request, colleague)


def work_on(request: Request, by: User) -> None:
    """A row more of all that can be noted of a request."""
    now = timezone.now()
    request.assignee = by
    request.follow_up_on = timezone.localdate()
    request.save()
    number = Note.objects.filter(request=request).count()
    said: dict[str, Any] = {"request": request, "by": by, "at": now}
    Note.objects.create(text="Calls back", **said)
    Adjustment.objects.create(paise=1, reason="Regular guest", **said)
    Payment.objects.create(paise=1, method="upi", paid_on=now, reference="T-1", **said)
    Booking.objects.create(
        request=request,
        why="changed",
        paise=1,
        at=now,
        day=now,
        is_first=not number,
        came_back=False,
    )
    Debt.objects.update_or_create(request=request, defaults={"paise": 1})
    Refund.objects.create(paise=1, method="upi", given_on=now, reference="T-2", **said)
    RetainedAmount.objects.get_or_create(
        request=request, defaults={"paise": 1, "by": by, "at": now}
    )
    Credit.objects.update_or_create(request=request, defaults={"paise": 1})
    Message.objects.create(
        template=Template.values[0], channel="mail", subject="Hello", text="Hello", **said
    )
    RequestFlag.objects.create(request=request, flag=Flag.values[number % len(Flag.values)])
    FulfilmentDetails.objects.get_or_create(
        request=request, defaults={"kitchen_note": "Mild", "diet": "veg", "finer_diet": "jain"}
    )
    CustomerAnswer.objects.create(
        request=request, key=f"{number:032x}", at=now, allergens=["milk"], kitchen_note="No onion",
        address="1 Street", pin="600001", locality="Parrys", diet="jain", door_note="Ring",
    )  # fmt: skip
    EventDetails.objects.get_or_create(request=request, defaults={"venue": "Hall"})
    AppointmentSlot.objects.create(
        request=request,
        doctor="Dr. Leela Thomas",
        starts_at=now + timedelta(days=1 + number),
        minutes=30,
        state="missed",
    )
    plan_for(request, by, number)
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


def plan_for(request: Request, by: User, number: int) -> None:
    """One more box of its plan, held, moved and changed; and one more day closed."""
    now, day = timezone.now(), timezone.localdate() + timedelta(days=2 + number)
    plan, _ = MealPlan.objects.get_or_create(request=request, defaults={"start_date": day})
    Track.objects.update_or_create(
        plan=plan, meal=Meal.LUNCH, defaults={"servings": number + 1, "weekdays": 63}
    )
    box_contents = BoxContents.objects.create(plan=plan)
    for position, item in enumerate(kitchen_on(day, by), start=1):
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
    change = PlanChange.objects.create(
        plan=plan, action=ActionType.PAUSE, reason="Travels", by=by, at=now
    )
    _step(change, serving, day)
    PausePeriod.objects.create(
        plan=plan, change=change, meals=2, from_date=day + timedelta(days=90)
    )
    StopPosition.objects.get_or_create(plan=plan, defaults={"hint": "Ring twice"})
    if not number % 2:
        _carry(serving, by)
    _close(day, serving, by, number)
    ClosedDay.objects.get_or_create(
        date=day + timedelta(days=60), meal=0, defaults={"reason": "Feast", "by": by, "at": now}
    )


def _close(day: date, serving: Serving, by: User, number: int) -> None:
    """The day is closed, and the customer was told by WhatsApp."""
    now = timezone.now()
    closing = PlanChange.objects.create(
        action=ActionType.CLOSE, reason="Feast", by=by, at=now,
        data={"date": f"{day - timedelta(days=1 + number)}", "meal": 0},
    )  # fmt: skip
    _step(closing, serving, day)
    ChangeNotice.objects.create(
        change=closing,
        plan=serving.plan,
        channel="whatsapp",
        message=Message.objects.create(
            request=serving.plan.request, template="closed-day", channel="whatsapp", text="Hello",
            by=by, at=now,
        ),
    )  # fmt: skip


def _step(change: PlanChange, serving: Serving, day: date) -> None:
    ServingChange.objects.create(
        change=change,
        serving=serving,
        date_before=day - timedelta(days=1),
        date_after=day,
        state_before=1,
        state_after=1,
        box_contents_after=serving.box_contents,
    )


def _carry(serving: Serving, by: User) -> None:
    """The box's day has a run, and it did not arrive."""
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


def kitchen_on(day: date, by: User) -> list[KitchenItem]:
    """Two dishes of a locked day: one is replaced and cooked, one is chosen; something is in them, and known of them."""
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
    on, told = {"date": day, "meal": Meal.LUNCH}, {"by": by, "at": timezone.now()}
    Choice.objects.get_or_create(**on, item=either, defaults={**told, "chosen": dosa})
    Substitution.objects.get_or_create(
        **on, item=idli, defaults={**told, "instead": dosa, "reason": "Sold out"}
    )
    CookedDish.objects.get_or_create(**on, item=dosa, defaults=told)
    lock, _ = CutoffSnapshot.objects.get_or_create(**on, defaults={"at": timezone.now()})
    CutoffLine.objects.get_or_create(snapshot=lock, item=idli, defaults={"quantity": 1, "boxes": 1})
    return [idli, either]


def spoil(words: str) -> set[str]:
    """Put these words wherever a text about a person stands, and into names of accounts; the tables without rows."""
    empty = set()
    for table in tables():
        rows: models.QuerySet[Any] = models.QuerySet(table.model)
        if table.personal and not rows.exists():
            empty.add(table.model._meta.label)
        apart = {
            name for each in table.model._meta.total_unique_constraints for name in each.fields
        }
        for name in table.personal.keys() - apart:
            column: Any = table.model._meta.get_field(name)
            if isinstance(column, models.CharField | models.TextField):
                rows.update(**{name: words[: column.max_length or 100_000]})
    AuditEntry.objects.update(data={"address": {"was": words, "now": words}})
    Request.objects.update(extra_fields=[words])
    OpenSession.objects.update(browser=words[:60])
    BoxLine.objects.update(ordered_name=words[:200])
    KitchenItem.objects.update(name=words[:200], portion=words[:100])
    Ingredient.objects.update(name=words[:200], unit=words[:20], group=words[:100])
    Substitution.objects.update(reason=words[:200])
    ClosedDay.objects.update(reason=words[:200])
    Route.objects.update(name=words[:60])
    for kept in SavedView.objects.all():
        SavedView.objects.filter(pk=kept.pk).update(name=f"{kept.pk}{words}"[:40])
    for each in User.objects.all():
        User.objects.filter(pk=each.pk).update(
            username=f"{each.pk}{words}"[:150], email=words[:250]
        )
    return empty


def parts(by: User) -> dict[str, list[Any]]:
    """What stands in the place of an address's parts: requests of all kinds, accounts, links that open something."""
    days = list(Serving.objects.values_list("date", flat=True).distinct())
    tokens = []
    for purpose in Purpose:
        invited = make_staff_account(f"invited-{purpose}")
        tokens.append(links.create(account=invited, purpose=purpose, actor=by, now=timezone.now()))
    return {
        "reference": list(Request.objects.values_list("reference", flat=True)),
        "number": list(User.objects.values_list("pk", flat=True)),
        "payment": list(Payment.objects.values_list("pk", flat=True)),
        "kind": list(Kind.values),
        "day": days,
        "until": days,
        "meal": [Meal.LUNCH.value, Meal.DINNER.value],
        "ingredient": list(Ingredient.objects.values_list("pk", flat=True))[:3],
        "change": list(PlanChange.objects.filter(plan=None).values_list("pk", flat=True)),
        "run": list(Run.objects.values_list("pk", flat=True)),
        "dish": list(KitchenItem.objects.values_list("pk", flat=True)),
        "token": tokens,
    }


def addresses(by: User, known: dict[str, list[Any]] | None = None) -> dict[str, list[str]]:
    """The addresses of every page that can be read, by the page's name; `known` are the parts of addresses."""
    known = known or parts(by)
    found: dict[str, list[str]] = {}
    for name, needed in _named(urlpatterns):
        filled = product(*(known[part] for part in needed))
        found[name] = [
            reverse(f"backoffice:{name}", kwargs=dict(zip(needed, given, strict=True)))
            for given in filled
        ]
    return found


def _named(found: list[Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    for each in found:
        needed = (*above, *each.pattern.converters)
        if hasattr(each, "url_patterns"):
            yield from _named(each.url_patterns, needed)
        elif "GET" in each.callback.methods and each.name not in OUTSIDE:
            yield each.name, needed


def count_of_pages() -> int:
    """How many patterns can be read."""
    views: list[Any] = [each.callback for each in patterns(urlpatterns)]
    return sum("GET" in view.methods for view in views) - len(OUTSIDE)


@dataclass(slots=True)
class Form:
    """A form as a page shows it: where it is posted to, and what is in it (name, type, value)."""

    method: str
    action: str
    fields: list[tuple[str, str, str]]

    def filled(self, words: str) -> Iterator[dict[str, list[str]]]:
        """What it sends with these words in each field for text, once for each of its buttons."""
        sent: dict[str, list[str]] = {}
        for name, kind, value in self.fields:
            if kind != "button":
                typed = kind not in ("hidden", "checkbox", "radio", "select")
                sent.setdefault(name, []).append(words if typed else value)
        buttons = [(name, value) for name, kind, value in self.fields if kind == "button" and name]
        for name, value in buttons or [("", "")]:
            yield {**sent, name: [value]} if name else sent


class Seen(HTMLParser):
    """What a browser makes of a page: its tags with their attributes, its links, ids, labels and forms."""

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
        """Where it leads within the back office, without fragments."""
        found = [given["href"] for tag, given in self.tags if tag == "a" and given.get("href")]
        whole = [urljoin(self._path, each).partition("#")[0] for each in found]
        return [each for each in whole if not urlsplit(each).scheme and each.startswith("/back")]

    def strange(self) -> list[str]:
        """Markup that no page of ours has: others' scripts and pictures, handlers, styles, addresses that run."""
        found = []
        for tag, given in self.tags:
            inline = tag == "script" and not given.get("src", "").startswith("/static/staff/")
            if inline and given.get("type") != "application/json":
                found.append(f"<{tag}>")
            if tag in ("img", "style", "iframe", "object", "embed", "base"):
                found.append(f"<{tag}>")
            found += [name for name in given if name.startswith("on") or name == "style"]
            targets = [given.get(name, "") for name in ("href", "action", "src", "formaction")]
            found += [target for target in targets if not _leads_somewhere(target)]
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
        spoken = [given.get(name, "") for name in ("aria-label", "title", "placeholder", "alt")]
        self.found += [words for words in spoken if _turns(words)]
        if tag not in ("input", "meta", "link", "br", "img", "hr"):
            self._within.append((tag, tag == "bdi" or given.get("dir") == "auto"))

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        inside = self._within[-1][0] if self._within else ""
        is_isolated = any(isolates for _, isolates in self._within[-2:])
        if inside == "textarea" or not _turns(data):
            return
        if inside == "script":
            self.found += [text for text in _texts(json.loads(data)) if _turns(text)]
        elif not (
            is_isolated and re.fullmatch(r"\d*\u202e?\u05d0[^\u05d0]*[\u05d1…]", data.strip())
        ):
            self.found.append(data.strip())


def _turns(text: str) -> bool:
    """Whether something of it is not between the characters that isolate."""
    left = re.sub("\u2068[^\u2066-\u2069\u202a-\u202e]*\u2069", "", text)
    return bool(re.search("[\u05d0\u05d1\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", left))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def turned(page: str) -> list[str]:
    """Such words of a page, each once."""
    return sorted(set(UnisolatedTextFinder(page).found))


@lru_cache(maxsize=512)
def looked_at(page: str, path: str = "") -> Seen:
    """The same, of a page that several tests look at: parsed once."""
    return Seen(page, path)


def _leads_somewhere(target: str) -> bool:
    ours = ("/", "?", "#", "tel:", "mailto:", "upi://pay?", "https://wa.me/")
    return not target or (target.startswith(ours) and not target.startswith("//"))


def read(client: Client, address: str) -> str:
    """The page at an address, wherever it leads; "" for what answers scripts."""
    answer = client.get(address, follow=True)
    assert answer.status_code in (200, 204), (address, answer.status_code)
    is_page = answer["Content-Type"].startswith("text/html") and answer.status_code == 200
    return answer.content.decode() if is_page else ""


def shape_of(address: str) -> str:
    """Alike for every request, account or day."""
    return re.sub(r"OT-\w{7}|\d+", "#", address)


def reached(client: Client, filled: dict[str, list[str]]) -> dict[str, str]:
    """Every page by its address, and those that links of theirs lead to, lists narrowed in other ways among them."""
    ahead = [address for each in filled.values() for address in each]
    pages: dict[str, str] = {}
    shapes: Counter[str] = Counter()
    while ahead:
        address = ahead.pop(0)
        if address in pages:
            continue
        pages[address] = read(client, address)
        for link in looked_at(pages[address], address).links():
            shapes[shape_of(link)] += 1
            if shapes[shape_of(link)] <= 2:
                ahead.append(link)
    return {address: page for address, page in pages.items() if page}
