"""Mailboxes: the many spellings of an e-mail address behind which one person reads."""

GMAIL = "gmail.com"
_GMAIL_TOO = {GMAIL, "googlemail.com"}


def folded(address: str) -> str:
    """The mailbox that an address leads to, as far as its spelling tells; "" for no address.

    Small letters, without the +tag behind a name; Gmail leaves out dots, and has two domains.
    """
    name, at, domain = address.strip().casefold().rpartition("@")
    if not at:
        return domain
    name = name.partition("+")[0] or name  # nothing before the plus: then it is the name itself
    if domain in _GMAIL_TOO:
        return f"{name.replace('.', '') or name}@{GMAIL}"
    return f"{name}@{domain}"
