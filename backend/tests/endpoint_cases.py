"""All calls with a body that each of them takes."""

from typing import Any

from tests.conftest import VEG
from tests.enquiries import examples as enquiries
from tests.example import Example
from tests.orders import examples as orders

EXAMPLES: dict[str, Example] = {
    example.path: example for example in [*orders.EXAMPLES, *enquiries.EXAMPLES]
}
BODIES: dict[str, dict[str, Any]] = {path: each.body for path, each in EXAMPLES.items()}
KINDS = {path: each.kind for path, each in EXAMPLES.items()}
NEW = [path for path in BODIES if path != VEG]  # the veg call has tests of its own as well
