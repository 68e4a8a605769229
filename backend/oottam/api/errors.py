"""Error responses, with messages for the customer."""

from oottam.core.responses import FieldError, Reply, refusal

MAX_SENTENCES = 3  # the storefront shows messages in a small popup
MAX_ERRORS = 100  # real forms have a few; malicious bodies could cause tens of thousands


class RequestRejectedError(Exception):
    """Rejects a request with a reply and further headers."""

    def __init__(self, reply: Reply, **headers: str) -> None:
        super().__init__(f"refused with {reply.status}")
        self.reply = reply
        self.headers = headers


def bad_request(message: str) -> RequestRejectedError:
    """The request cannot be read at all."""
    return RequestRejectedError(refusal(400, message))


def wrong_media_type() -> RequestRejectedError:
    """The body is not plain JSON."""
    return RequestRejectedError(
        refusal(415, "Please send this form as JSON (application/json, UTF-8).")
    )


def foreign_origin() -> RequestRejectedError:
    """The sender is a page of another site."""
    return RequestRejectedError(refusal(403, "This form can only be sent from our own pages."))


def too_many(seconds: int) -> RequestRejectedError:
    """An IP address has reached its cap."""
    minutes = -(-seconds // 60)
    when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
    message = (
        "Too many requests came from your internet connection in the last hour. "
        f"Please try again {when}."
    )
    return RequestRejectedError(refusal(429, message), **{"Retry-After": str(seconds)})


def invalid_fields(errors: list[FieldError]) -> RequestRejectedError:
    """Fields are missing or invalid; the message contains the first errors."""
    sentences = [error.message for error in errors[:MAX_SENTENCES]]
    more = len(errors) - MAX_SENTENCES
    if more > 0:
        sentences.append(
            "1 more field needs your attention."
            if more == 1
            else f"{more} more fields need your attention."
        )
    return RequestRejectedError(refusal(422, " ".join(sentences), errors[:MAX_ERRORS]))


def key_reused() -> RequestRejectedError:
    """The Idempotency-Key belongs to a request with another body."""
    return RequestRejectedError(
        refusal(
            422,
            "This form was already sent with different details. "
            "Please reload the page to send a new one.",
        )
    )


def wrong_method() -> Reply:
    """An endpoint got another method than POST."""
    return refusal(405, "This address only accepts forms that are sent to it (POST).")


def unknown_endpoint() -> Reply:
    """A form was sent to a path that accepts none."""
    return refusal(404, "Nothing at this address accepts a form.")


def not_saved(noun: str) -> Reply:
    """The database did not store it."""
    return refusal(503, f"We could not save your {noun}. Please try again in a moment.")


def server_error(noun: str) -> Reply:
    """An unexpected server error."""
    return refusal(
        500, f"Something went wrong on our side and your {noun} was not saved. Please try again."
    )
