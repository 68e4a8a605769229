"""The actions that move a request through its workflow: confirm, cancel, assign, merge and the like."""

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, QueryDict
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.dietary import FOR_KITCHEN, FoodFields
from oottam.backoffice.inbox.queries import colleagues
from oottam.backoffice.request import queries
from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.request.schedule import preview_confirmation
from oottam.backoffice.request.text import NO_MAIL_SERVER, describe_due_mails
from oottam.backoffice.shared.decorators import StaffRequest
from oottam.backoffice.shared.fields import Day, PlainText, Rupees, reason_field
from oottam.billing import balances
from oottam.core.direction import isolate
from oottam.core.errors import DomainError, StaleError
from oottam.core.money import short_rupees
from oottam.kitchen.services.dietary_checks import FoodCheck, check_request
from oottam.outbox.transport import is_smtp_configured
from oottam.requests.models import Request
from oottam.workflow.services import (
    allergy_mentions,
    duplicates,
    known_people,
    notes,
    transitions,
    undo_transition,
)
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.details import NEED_DIET
from oottam.workflow.services.duplicates import of_the_same_person
from oottam.workflow.services.messages import confirmation_due
from oottam.workflow.services.notes import MAX_LENGTH as MAX_NOTE_LENGTH

MAX_KITCHEN_NOTE = 500  # characters
CONFIRMED = "Confirmed."
NO_ADDRESS = "There is no e-mail address: tell the customer by phone or WhatsApp."


class ConfirmForm(FoodFields, ActionForm):
    """Whether the customer is mailed, and what was agreed about dishes that clash or are unknown.

    `mail_hint` says why the checkbox is off or missing.
    """

    action = "confirm"
    refused_as = {
        **dict.fromkeys(("channel", "subject", "text"), "mail"),
        "kitchen_note": FOR_KITCHEN,
    }
    for_kitchen = PlainText(
        label="What the kitchen does differently",
        required=False,
        max_length=MAX_KITCHEN_NOTE,
        help_text="Added to the kitchen note: on the sheet and on each label. For example: no paneer, more dal",
    )
    replace_later = forms.BooleanField(
        label="I will replace these dishes on the plan", required=False
    )
    mail = forms.BooleanField(label="Mail the customer", required=False)

    def __init__(self, data: Any = None, *, food: FoodCheck | None, email: str) -> None:
        super().__init__(data, initial={"mail": is_smtp_configured()})
        self.limit_to(food)
        if food and food.clashes:
            # The kitchen has a field of its own.
            self.fields["clash_reason"].help_text = "For the audit log"
        else:
            del self.fields[FOR_KITCHEN], self.fields["replace_later"]
        self.mail_hint = "" if is_smtp_configured() else NO_MAIL_SERVER
        if not email:
            del self.fields["mail"]
            self.mail_hint = NO_ADDRESS

    @classmethod
    def bind(cls, data: QueryDict, reference: str) -> Self:
        customer_request = cls.load(reference)
        food = check_request(customer_request, timezone.localdate())
        return cls(data, food=food, email=customer_request.email)

    def execute(self, **context: Any) -> Request:
        mail = self.cleaned_data.get("mail", False)
        return transitions.confirm(accepted=self.accepted(), mail=mail, **context)

    def describe_result(self, result: Request) -> str:
        due = confirmation_due(result, timezone.now())
        return f"{CONFIRMED} {describe_due_mails(due)}" if due else CONFIRMED


def confirm_if_requested(request: StaffRequest, saved: Request) -> None:
    """Confirm a request whose details were saved by "Save and confirm"; otherwise explain why not."""
    if request.POST.get("then") != "confirm":
        return
    found, now = queries.load_request(saved.reference), timezone.now()
    preview = preview_confirmation(found, now, [item.field for item in missing(found)])
    if preview and preview.note:
        messages.warning(request, f"Not confirmed yet. {preview.note}")
        return
    form = ConfirmForm.bind(request.POST, saved.reference)
    try:
        form.require_valid()
        confirmed = form.execute(
            reference=saved.reference, version=saved.version, actor=request.user, now=now
        )
    except (DomainError, StaleError) as error:
        messages.error(request, f"Not confirmed yet. {error}")
    else:
        messages.success(request, form.describe_result(confirmed))


class ReadAllergyForm(ActionForm):
    """That what asks "allergy?" was read; `seen` are the keys of the texts that were shown."""

    action = "allergy-read"
    kinds = NEED_DIET
    success_message = "Read: no allergy."
    seen = forms.CharField(max_length=5000, widget=forms.HiddenInput)

    def execute(self, **context: Any) -> Request:
        return allergy_mentions.mark_as_read(seen=self.cleaned_data["seen"].split(), **context)


class CompleteForm(ActionForm):
    action = "complete"
    service = staticmethod(transitions.complete)
    success_message = "Completed."


class CancelForm(ActionForm):
    action = "cancel"
    service = staticmethod(transitions.cancel)
    success_message = "Cancelled. The owner can reopen it."
    reason = reason_field("Reason for cancelling", required=True)
    give_back = Rupees(label="Refund, in rupees", required=False)

    def describe_result(self, result: Request) -> str:
        paise = balances.overpaid(result, balances.balance(result))
        refund = f" {short_rupees(paise)} is to be refunded." if paise else ""
        return self.success_message + refund


class UndoTransitionForm(ActionForm):
    """Undo the last transition."""

    action = "undo-transition"
    service = staticmethod(undo_transition.undo)
    success_message = "Undone: it is as it was before."

    def describe_result(self, result: int) -> str:
        """`result` is the number of mails that were withdrawn."""
        if not result:
            return self.success_message
        mails = "The mail was withdrawn." if result == 1 else f"{result} mails were withdrawn."
        return f"{self.success_message} {mails}"


class ReopenForm(ActionForm):
    action = "reopen"
    service = staticmethod(transitions.reopen)
    permission = Permission.REOPEN
    success_message = "Reopened as new."
    reason = reason_field("Reason for reopening", required=False)


class AssignForm(ActionForm):
    """Assign the request to a colleague, or unassign it."""

    action = "assign"
    assignee = forms.ChoiceField(label="Assigned to", required=False)

    def __init__(
        self, data: Any = None, *, colleagues: Iterable[User], assignee: User | None = None
    ) -> None:
        super().__init__(data, initial={"assignee": assignee.pk if assignee else ""})
        self.users = {str(user.pk): user for user in colleagues}
        names = {pk: user.get_username() for pk, user in self.users.items()}
        if assignee:  # a request may be assigned to a colleague who has left
            names.setdefault(str(assignee.pk), assignee.get_username())
        self.offer("assignee", [("", "Nobody"), *names.items()])

    @classmethod
    def bind(cls, data: QueryDict, reference: str) -> Self:
        return cls(data, colleagues=colleagues())

    def execute(self, **context: Any) -> Request:
        assignee = self.users.get(self.cleaned_data["assignee"])
        return transitions.assign(assignee=assignee, **context)

    def describe_result(self, result: Request) -> str:
        assignee = self.users.get(self.cleaned_data["assignee"])
        return f"{isolate(assignee.get_username())} is assigned." if assignee else "Unassigned."


class FollowUpForm(ActionForm):
    """Set the day of the follow-up; an empty one removes it."""

    action = "follow-up"
    service = staticmethod(transitions.follow_up)
    refused_as = {"follow_up_on": "on"}
    on = Day(label="Follow up on", required=False)

    def describe_result(self, result: Request) -> str:
        is_set = self.cleaned_data["on"]
        return "You will see it again on that day." if is_set else "Follow-up removed."


class NewLinkForm(ActionForm):
    """Replace the link of the customer's page."""

    action = "new-link"
    service = staticmethod(transitions.replace_link)
    success_message = "The old link no longer works. Send the customer the new one."


class NoteForm(ActionForm):
    action = "note"
    service = staticmethod(notes.add_note)
    success_message = "Recorded."
    text = forms.CharField(
        label="Note for the team",
        max_length=MAX_NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Please write something first."},
    )


class MergeForm(ActionForm):
    """Merge this request into another one, which is worked in its place."""

    action = "merge"
    service = staticmethod(duplicates.merge)
    row_field = "into"
    success_message = "Merged. Both are kept, and can be unmerged."
    into = forms.CharField(max_length=16, widget=forms.HiddenInput)


class UnmergeForm(ActionForm):
    action = "unmerge"
    service = staticmethod(duplicates.unmerge)
    success_message = "Unmerged. Each is handled on its own again."


class CopyDetailsForm(ActionForm):
    """Copy known details from another request of the same person."""

    action = "copy-details"
    row_field = "source"
    success_message = "Filled in. Check with the customer."
    source = forms.CharField(max_length=16, widget=forms.HiddenInput)

    def execute(self, **context: Any) -> None:
        """Also raises Http404 for a request of another person."""
        customer_request = queries.load_request(context["reference"])
        reference = self.cleaned_data["source"]
        queryset = Request.objects.select_related("fulfilment").filter(reference=reference)
        source = queryset.first()
        if source is None or not of_the_same_person(customer_request).filter(pk=source.pk).exists():
            raise Http404
        known_people.copy_known_details(source=source, **context)
