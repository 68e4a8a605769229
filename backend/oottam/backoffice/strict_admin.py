"""What every list and page of the back office is made from: Django's, with narrow addresses.

Django looks up whatever an address asks for, as ?body__regex=..., which lets anybody of the staff
read what no page shows them, and a regular expression keep the server busy for minutes.
"""

import re
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
else:  # Django's own class takes no type arguments
    _Admin = admin.ModelAdmin

MOST_WORDS = 10  # of a search; each is one more condition for each field that is searched
LONGEST_SEARCH = 200  # characters
LONGEST_VALUE = 100  # characters of a filter's value
# Other years than these cannot be counted with, in one time zone or the other.
_DATE_PARTS = {"year": r"2[0-9]{3}", "month": r"[0-9]{1,2}", "day": r"[0-9]{1,2}"}


class StrictAdmin(_Admin):
    """Looks up the filters that its list offers, and searches for a few words."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Whether an address may ask for it; another one is a 400."""
        field, _, part = lookup.rpartition("__")
        if field and field == self.date_hierarchy:
            return bool(re.fullmatch(_DATE_PARTS.get(part, "(?!)"), str(value)))
        fits = str(value).isprintable() and len(str(value)) <= LONGEST_VALUE
        return fits and lookup in self._offered(request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """What is found by the beginning of the search; says so when there was more of it."""
        shortened = " ".join(search_term[:LONGEST_SEARCH].split()[:MOST_WORDS])
        if shortened != " ".join(search_term.split()):
            messages.warning(request, "Only the beginning of the search was looked for.")
        return super().get_search_results(request, queryset, shortened)

    def _offered(self, request: HttpRequest | None) -> set[str]:
        """The names that the filters of the list put into addresses."""
        filters = self.list_filter if request is None else self.get_list_filter(request)
        return {name for each in filters for name in self._names(each)}

    def _names(self, listed: Any) -> list[str]:
        if isinstance(listed, type) and issubclass(listed, SimpleListFilter):
            return [str(listed.parameter_name)]
        field = listed if isinstance(listed, str) else listed[0]
        related = self.model._meta.get_field(field).is_relation
        return [f"{field}__id__exact" if related else f"{field}__exact", f"{field}__isnull"]
