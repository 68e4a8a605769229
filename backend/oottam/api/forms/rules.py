"""Validation rules beyond JSON types, lengths and patterns."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import GetCoreSchemaHandler, ValidationError, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from oottam.api.limits import MAX_ENTRIES
from oottam.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Violation:
    """An error of a field or of a part of it.

    `message` follows the title; `title` replaces the field's own. For a list, `entry` is
    the position of the invalid entry, and `part` the field of that entry.
    """

    message: str
    title: str = ""
    entry: int | None = None
    part: str = ""


class RuleError(ValueError):
    """All violations of a rule.

    `malformed` holds the errors of entries with invalid types in the same list, which the rule did not check.
    """

    def __init__(self, *violations: Violation, malformed: ValidationError | None = None) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations
        self.malformed = malformed


@dataclass(frozen=True)
class Rule:
    """Annotates a field with its parsing rule: `date: Annotated[int, Rule(days)]`.

    pydantic parses the input as the type `wire`. `check` converts the result to the field's value, with the form's
    catalogue, or raises RuleError. `schema` returns the rule's addition to the JSON schema of `wire`.
    """

    check: Callable[[Any, Catalogue], Any]
    wire: Any = Any
    schema: Callable[[Catalogue], dict[str, Any]] = lambda _: {}

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        metadata = {"rule": self}
        if self.wire is Any:  # counts and amounts, which are frequent
            return core_schema.with_info_plain_validator_function(self._read_any, metadata=metadata)
        return core_schema.with_info_wrap_validator_function(
            self._read, handler.generate_schema(self.wire), metadata=metadata
        )

    def _read_any(self, sent: Any, info: ValidationInfo[Catalogue]) -> Any:
        _require_few(sent)
        return self.check(sent, info.context)

    def _read(self, sent: Any, read: Callable[[Any], Any], info: ValidationInfo[Catalogue]) -> Any:
        _require_few(sent)
        try:
            value = read(sent)
        except ValidationError as malformed:
            if isinstance(sent, list):
                self._check_other_entries(sent, read, info.context, malformed)
            raise
        return self.check(value, info.context)

    def _check_other_entries(
        self,
        sent: list[Any],
        read: Callable[[Any], Any],
        catalogue: Catalogue,
        malformed: ValidationError,
    ) -> None:
        """Apply the rule to the well-formed entries, also if others are malformed."""
        places = [error["loc"] for error in malformed.errors(include_url=False)]
        if () in places:  # not a list field
            return
        malformed_positions = {place[0] for place in places}
        positions = [
            position for position in range(len(sent)) if position not in malformed_positions
        ]
        try:
            self.check(read([sent[position] for position in positions]), catalogue)
        except RuleError as rule_error:
            violations = [
                replace(violation, entry=positions[violation.entry])
                for violation in rule_error.violations
                if violation.entry
                is not None  # no violation of the whole list: some entries are missing
            ]
            raise RuleError(*violations, malformed=malformed) from None


def _require_few(sent: Any) -> None:
    """Check a list's length before its entries."""
    if isinstance(sent, (list, dict)) and len(sent) > MAX_ENTRIES:
        raise RuleError(Violation(f"are too many: at most {MAX_ENTRIES}."))
