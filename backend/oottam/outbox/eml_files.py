"""Mails as files: what happens to them until a mail server is configured."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from oottam.core import private_files


class EmlFiles(BaseEmailBackend):
    """Writes each mail into a file of its own, which mail programs open (.eml).

    Named after its Message-ID, so that the same mail written twice is one file. Folder and files are for their owner alone: they hold
    names, phone numbers and addresses.
    """

    def __init__(self, folder: Path, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.folder = folder

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write them all, each whole and on the disk, or raise OSError."""
        private_files.make_folder(self.folder)
        for mail in email_messages:
            name = mail.extra_headers["Message-ID"].strip("<>").rpartition("@")[0]
            content = mail.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg] # Django's own
            self._write(self.folder / f"{name}.eml", content)
        return len(email_messages)

    def _write(self, path: Path, content: bytes) -> None:
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = private_files.create(draft)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        draft.replace(path)
