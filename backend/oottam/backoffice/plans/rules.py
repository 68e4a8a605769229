"""What customers may change in their plans themselves, and what is mailed to them: the shop's rules, and one plan that the
desk keeps to itself.
"""

from django import forms
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.plans.queries import plan_of
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_form
from oottam.backoffice.shared.fields import StaffForm
from oottam.plans.services import customer_rules
from oottam.schedule.choices import CustomerChanges
from oottam.schedule.models import CustomerRules

MAX_NUMBER = 400
# By column of `CustomerRules`.
MAILS = {
    "mails_renewal": "Three days before a plan of six days or more ends, with a link to order it again",
    "mails_start": "On the evening before a plan starts",
    "mails_desk_change": "What the desk changed in a plan: in one mail, 15 minutes after the last change, "
    "unless somebody has confirmed it to the customer since",
    "mails_failed_box": "A box that was not delivered, 15 minutes after the rider's tap",
}


def _number(
    label: str, help_text: str = "", *, minimum: int = 0, required: bool = True
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=minimum,
        max_value=MAX_NUMBER,
        required=required,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class RulesForm(StaffForm):
    """The rules; a field is that of `CustomerRules`, but for the mails, which have a column each."""

    action = "customer-rules"
    changes = forms.ChoiceField(
        label="May customers change their plans themselves?",
        choices=CustomerChanges.choices,
        widget=forms.RadioSelect,
        help_text="On the page that their mails link to, until the cut-off of each meal.",
    )
    max_skips = _number(
        "Days that a customer may skip in one plan",
        "Empty: as many as the plan has days",
        required=False,
    )
    max_pauses = _number("Pauses in one plan")
    max_pause_days = _number("Longest pause, in days", minimum=1)
    extra_days = _number(
        "Boxes may move to twice the plan's days and these",
        "Only limits what customers move themselves: nothing that is paid expires, and your closed days extend it",
    )
    mails = forms.MultipleChoiceField(
        label="Which mails go to customers by themselves?",
        choices=list(MAILS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="The first two are reminders: one a day at most, from 9 am to 8 pm, with a link to get no more. "
        "Confirmations and closed days are mailed when somebody presses the button for it.",
    )

    def rules(self) -> CustomerRules:
        """Return the valid form's rules."""
        values = dict(self.cleaned_data)
        chosen = values.pop("mails")
        return CustomerRules(**values, **{name: name in chosen for name in MAILS})


@staff_form(Permission.MANAGE)
def rules(request: StaffRequest) -> HttpResponse:
    """Show the rules, and save them."""
    stored = model_to_dict(customer_rules.current_rules())
    mails = [name for name in MAILS if stored[name]]
    form = RulesForm(request.POST or None, initial={**stored, "mails": mails})
    if form.is_valid():
        customer_rules.set_rules(rules=form.rules(), actor=request.user, now=timezone.now())
        messages.success(request, "Rules saved.")
        return redirect("backoffice:customer-rules")
    context = {
        "title": "Rules for customers",
        "form": form,
        "invalid_form": form if form.is_bound else None,
    }
    status = 422 if form.is_bound else 200
    return render(request, "backoffice/plans/rules.html", context, status=status)


@staff_action(Permission.WORK_REQUESTS)
def set_desk_only(request: StaffRequest, reference: str) -> HttpResponse:
    """Set whether the customer may change this plan."""
    is_desk_only = request.POST.get("desk_only") == "yes"
    customer_rules.set_desk_only(
        plan_id=plan_of(reference).pk,
        is_desk_only=is_desk_only,
        actor=request.user,
        now=timezone.now(),
    )
    messages.success(
        request,
        "Only the desk changes this plan now."
        if is_desk_only
        else "The customer can change this plan again.",
    )
    return redirect("backoffice:plan", reference)
