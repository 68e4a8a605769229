"""Fields whose value is one of a list that the shop keeps in contract/."""

from typing import Annotated, Any, ClassVar

from oottam.catalogue import Catalogue
from oottam.intake.forms.common_fields import required
from oottam.intake.forms.fields import Field, Problem, UnacceptableError


class OneOf(Field[str]):
    """Text that is exactly one of the allowed ones."""

    wire: ClassVar[Any] = Annotated[str, required(200)]

    @classmethod
    def allowed(cls, catalogue: Catalogue) -> tuple[str, ...]:
        """The texts to choose from."""
        raise NotImplementedError

    @classmethod
    def described(cls, catalogue: Catalogue) -> dict[str, Any]:
        """The texts to choose from."""
        return {"enum": list(cls.allowed(catalogue))}

    @classmethod
    def check(cls, sent: str, catalogue: Catalogue) -> str:
        """The text as it was sent."""
        if sent not in cls.allowed(catalogue):
            raise UnacceptableError(
                Problem(f"must be one of: {', '.join(cls.allowed(catalogue))}.")
            )
        return sent


class EventType(OneOf):
    """The options of the event form (section 3)."""

    @classmethod
    def allowed(cls, catalogue: Catalogue) -> tuple[str, ...]:
        """rules.json, eventTypes."""
        return catalogue.rules.event_types


class PlanDuration(OneOf):
    """The durations of a subscription (section 9), by value, not by label."""

    @classmethod
    def allowed(cls, catalogue: Catalogue) -> tuple[str, ...]:
        """rules.json, planDurations."""
        return tuple(duration.value for duration in catalogue.rules.plan_durations)


class DoctorName(OneOf):
    """The shop's doctors (section 3)."""

    @classmethod
    def allowed(cls, catalogue: Catalogue) -> tuple[str, ...]:
        """site.json, doctors."""
        return catalogue.site.doctors

    @classmethod
    def described(cls, catalogue: Catalogue) -> dict[str, Any]:
        """Doctors differ from shop to shop; the contract's document does not."""
        return {"description": "One of doctors.names in contract/site.json."}
