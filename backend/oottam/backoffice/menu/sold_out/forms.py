"""The day until which a dish is sold out."""

from oottam.backoffice.layout.fields import Day
from oottam.backoffice.layout.forms import StaffForm


class UntilForm(StaffForm):
    action = "sold-out"
    until = Day(label="Its last day")
