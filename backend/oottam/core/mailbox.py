"""E-mail addresses, as keys of their mailboxes."""

GMAIL = "gmail.com"
_GMAIL_DOMAINS = {GMAIL, "googlemail.com"}


def mailbox_key(address: str) -> str:
    """Return a key that is equal for all spellings of one mailbox; "" for an empty address.

    Lower case, without a +tag; for Gmail, also without dots and with one domain.
    """
    name, at, domain = address.strip().casefold().rpartition("@")
    if not at:
        return domain
    name = name.partition("+")[0] or name  # keep a name that starts with a plus
    if domain in _GMAIL_DOMAINS:
        return f"{name.replace('.', '') or name}@{GMAIL}"
    return f"{name}@{domain}"
