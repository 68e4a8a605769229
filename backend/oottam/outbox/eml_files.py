"""Mail backend that writes files, used while no mail server is configured."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from oottam.core import private_files


class EmlFiles(BaseEmailBackend):
    """Writes each mail to an .eml file, named after its Message-ID, so that a repeat replaces it.

    Folder and files have modes 700 and 600: they hold names, phone numbers and addresses.
    """

    def __init__(self, folder: Path, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.folder = folder

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write each mail atomically and sync it to disk; raises OSError."""
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
