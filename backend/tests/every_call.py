"""All eight calls with a body that each of them takes."""

from typing import Any

from tests.bodies import veg_body
from tests.conftest import VEG
from tests.enquiries import bodies as enquiries
from tests.orders import bodies as orders

BODIES: dict[str, dict[str, Any]] = {
    VEG: veg_body(),
    orders.NONVEG: orders.nonveg_body(),
    orders.TRAY: orders.tray_body(),
    orders.COMBO: orders.combo_body(),
    enquiries.SUBSCRIPTION: enquiries.subscription_body(),
    enquiries.EVENT: enquiries.event_body(),
    enquiries.APPOINTMENT: enquiries.appointment_body(),
    enquiries.NUTRITION: enquiries.nutrition_body(),
}
KINDS = dict(
    zip(
        BODIES,
        ["veg", "nonveg", "tray", "combo", "subscription", "event", "appointment", "nutrition"],
        strict=True,
    )
)
NEW = [path for path in BODIES if path != VEG]  # the veg call has tests of its own as well
