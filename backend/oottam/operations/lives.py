"""The life of every table: what makes a row, and what ends it. A test fails for a table that is not named here.

What is pruned by night stands in pruning.py, what is erased of people in oottam/privacy, and why something is kept for so
long in docs/decisions.md.
"""

from typing import NamedTuple


class Life(NamedTuple):
    """By what rows come, and when they go."""

    grows: str
    ends: str


# The shop's books: amounts, dates and dishes lead to nobody once their person is erased (docs/privacy.md).
BOOKS = "never: the shop's books; what tells of a person is erased"
WITH_MENUS = Life("the menus", "with what it is about, by hand")
PER_REQUEST = Life("request", BOOKS)
BY_THE_DESK = Life("what the desk does", BOOKS)
PER_PLAN = Life("plan", BOOKS)
PER_BOX = Life("box", BOOKS)
WITH_ACCOUNT = Life("account", "with its account")
FIXED = Life("the version", "with it")

LIVES = {
    "requests.Request": PER_REQUEST,
    "requests.RequestFlag": PER_REQUEST,
    "requests.StatusKey": FIXED,
    "orders.Order": PER_REQUEST,
    "orders.OrderLine": PER_REQUEST,
    "orders.ComboOrder": PER_REQUEST,
    "orders.ComboSlot": PER_REQUEST,
    "enquiries.Subscription": PER_REQUEST,
    "enquiries.SubscriptionMeal": PER_REQUEST,
    "enquiries.EventEnquiry": PER_REQUEST,
    "enquiries.Appointment": PER_REQUEST,
    "enquiries.NutritionEnquiry": PER_REQUEST,
    "intake.IdempotencyRecord": Life("request", "KEYS_KEPT_DAYS"),
    "intake.RateLimitEntry": Life("request", "an hour"),
    "notify.OutboxEntry": Life(
        "request, two, and letter",
        "MAILS_KEPT_MONTHS, once the request is closed; a letter's with its person",
    ),
    "handling.Facts": PER_REQUEST,
    "handling.MealTime": Life("meal of a request", BOOKS),
    "handling.Note": BY_THE_DESK,
    "handling.Message": BY_THE_DESK,
    "handling.Adjustment": BY_THE_DESK,
    "handling.Payment": BY_THE_DESK,
    "handling.Refund": BY_THE_DESK,
    "handling.Retained": Life("cancelled request that was paid", BOOKS),
    "handling.Booking": BY_THE_DESK,
    "handling.Debt": Life("confirmed request", "when nothing is owed"),
    "handling.Credit": Life("request of which too much came", "when it is given back"),
    "handling.Slot": BY_THE_DESK,
    "handling.Repeat": PER_REQUEST,
    "handling.EventDetails": BY_THE_DESK,
    "schedule.Plan": PER_PLAN,
    "schedule.Track": PER_PLAN,
    "schedule.DishSet": PER_PLAN,
    "schedule.DishSetLine": PER_PLAN,
    "schedule.Serving": PER_BOX,
    "schedule.Change": BY_THE_DESK,
    "schedule.AcceptedDish": BY_THE_DESK,
    "schedule.ServingChange": Life(
        "box, and again for each change", "CLICKS_KEPT_MONTHS, once the plan is over"
    ),
    "schedule.Gap": BY_THE_DESK,
    "schedule.Ingredient": WITH_MENUS,
    "schedule.KitchenItem": WITH_MENUS,
    "schedule.Alternative": WITH_MENUS,
    "schedule.ItemIngredient": WITH_MENUS,
    "schedule.KitchenAlias": WITH_MENUS,
    "schedule.ClosedDay": Life("closed day", "when it is opened again"),
    "schedule.Choice": Life("meal with alternatives", BOOKS),
    "schedule.Substitution": Life("meal that lacks something", BOOKS),
    "schedule.Lock": Life("meal of a day", BOOKS),
    "schedule.LockLine": Life("dish of a meal of a day", "KITCHEN_KEPT_MONTHS"),
    "schedule.Cooked": Life("dish of a meal of a day", "KITCHEN_KEPT_MONTHS"),
    "schedule.Turn": FIXED,
    "delivery.Route": Life("route", "never: closed ones stay"),
    "delivery.RoutePin": Life("PIN code", "with its route"),
    "delivery.Place": PER_PLAN,
    "delivery.Run": Life("route of a meal of a day", "DOORS_KEPT_MONTHS"),
    "delivery.FormerRider": Life("run that changed hands", "with its run"),
    "delivery.RunAssignment": Life("rider of a run", "with its run"),
    "delivery.TakeOver": Life("run that a rider asks for", "with its run"),
    "delivery.RunBox": Life("box on a run", "with its run"),
    "delivery.Result": Life(
        "box, and again for each tap",
        "DOORS_KEPT_MONTHS; what did not arrive never: the reports count it",
    ),
    "delivery.CashTap": Life("cash at a door", "DOORS_KEPT_MONTHS; the payment stays"),
    "delivery.CashHandover": Life("rider and day with cash", "never: the shop's books"),
    "reporting.DaySums": Life("day that is over", "with any change of its day, and made again"),
    "reporting.ChangedDay": Life(
        "statement that changes a day, on PostgreSQL", "when the day is summed up"
    ),
    "staff.AccountRole": WITH_ACCOUNT,
    "staff.LoginFailure": Life("wrong password", "a quarter of an hour"),
    "staff.OpenSession": Life("log-in", "with its session"),
    "staff.SecondFactor": WITH_ACCOUNT,
    "staff.RecoveryCode": Life("account, ten", "when it is used, or replaced"),
    "staff.AccountLink": Life("link, one of a purpose", "72 hours, or when it is used"),
    "staff.SavedView": WITH_ACCOUNT,
    "background.CachedPart": Life(
        "generated file", "an hour; sooner with its session and any erasure"
    ),
    "audit.Entry": Life(
        "deed, a box at the door among them",
        "CLICKS_KEPT_MONTHS, RECORD_KEPT_MONTHS or PROOF_KEPT_MONTHS, by what it is",
    ),
    "auth.User": Life("account", "never: what it did is signed with it"),
    "auth.Group": FIXED,
    "auth.Permission": FIXED,
    "auth.User_groups": FIXED,
    "auth.User_user_permissions": FIXED,
    "auth.Group_permissions": FIXED,
    "contenttypes.ContentType": FIXED,
    "sessions.Session": Life("log-in", "SESSION_HOURS"),
}
OF_DJANGO = frozenset({"django_migrations", "sqlite_sequence"})  # tables without a model
