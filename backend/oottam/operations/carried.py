"""What a newer version took over that goes along when one goes back to an older one; imports nothing, for any Python.

A request keeps its id, reference, key, time and body, so that the customer's reference stays right and a form that is
sent again is recognised. Taken are the rows of the intake, and for all mails how far they are, so that none is sent twice.
"""

REQUESTS = "requests_request"
# What the intake writes beside a request, its own rows' rows after them: table -> (column, table that it refers to).
BESIDE = {
    "requests_requestflag": ("request_id", REQUESTS),
    "intake_idempotencyrecord": ("request_id", REQUESTS),
    "handling_repeat": ("request_id", REQUESTS),
    "orders_order": ("request_id", REQUESTS),
    "orders_orderline": ("order_id", "orders_order"),
    "orders_comboorder": ("request_id", REQUESTS),
    "orders_comboslot": ("order_id", "orders_comboorder"),
    "enquiries_appointment": ("request_id", REQUESTS),
    "enquiries_eventenquiry": ("request_id", REQUESTS),
    "enquiries_nutritionenquiry": ("request_id", REQUESTS),
    "enquiries_subscription": ("request_id", REQUESTS),
    "enquiries_subscriptionmeal": ("subscription_id", "enquiries_subscription"),
}
OUTBOX = "notify_outboxentry"
MAIL_STATE = ("state", "due_at", "attempts", "last_error", "sent_at")
# What the staff set on a request, back to how it came: their accounts' and merges' rows may be missing in the older one.
AS_IT_CAME = {
    "status": "'new'",
    "entered_by_id": "NULL",
    "assignee_id": "NULL",
    "merged_into_id": "NULL",
    "follow_up_on": "NULL",
    "closed_at": "NULL",
}
