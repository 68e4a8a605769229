"""The page of a file that takes longer than a second, and its permissions."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role
from oottam.background import files, queue
from oottam.background.files import GeneratedFile, IncompleteFileError, State
from oottam.backoffice import generated_files
from oottam.privacy.erasure import erase, erase_health
from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db
LABELS = "/backoffice/kitchen/2026-12-07/labels.pdf"


class Queue:
    """A queue that runs jobs when the test says so."""

    def __init__(self) -> None:
        self.submitted: list[GeneratedFile] = []
        self.is_full = False
        self.erasures = 0  # each of which ends a job at once

    def submit(self, file: GeneratedFile) -> threading.Event:
        if self.is_full:
            raise queue.QueueFullError
        self.submitted.append(file)
        settled = threading.Event()
        if self.erasures:
            self.erasures -= 1
            files.delete_all()
            settled.set()
        return settled

    def requeue_abandoned(self, file: GeneratedFile) -> None:
        pass

    def warm_up(self) -> None:
        pass


@pytest.fixture(autouse=True)
def waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    made = Queue()
    monkeypatch.setattr(queue, "QUEUE", made)
    monkeypatch.setattr(generated_files, "DIRECT_SECONDS", 0)
    yield made
    files.delete_all()


@pytest.fixture
def cook() -> User:
    return make_staff_account("meena", Role.KITCHEN)


@pytest.fixture
def kitchen(cook: User) -> Client:
    return logged_in(cook)


def page_of(client: Client) -> str:
    """Request labels; return the address of their page."""
    answer = client.get(LABELS)
    assert answer.status_code == 302
    return answer["Location"]


def update(waiting: Queue, **changes: Any) -> None:
    files.update(waiting.submitted[-1].token, **changes)


def finish(waiting: Queue) -> None:
    parts, size = files.write_parts(waiting.submitted[-1].token, [b"%PDF"])
    update(waiting, state=State.READY, parts=parts, size=size)


def test_the_page_shows_the_file_s_progress_then_links_to_it(
    kitchen: Client, waiting: Queue
) -> None:
    page = page_of(kitchen)
    shown = kitchen.get(page).content.decode()
    assert "<h1>Labels, Mon 7 Dec</h1>" in shown
    assert "The file is being prepared." in shown
    assert '<progress class="progress" aria-label="Progress"></progress>' in shown
    update(waiting, state=State.RUNNING, done=3, total=7)
    assert 'value="3" max="7"' in kitchen.get(page).content.decode()
    told = kitchen.get(page, headers={"Accept": "application/json"})
    assert told.json() == {"state": "running", "done": 3, "total": 7}
    assert kitchen.get(f"{page}content")["Location"] == page
    finish(waiting)
    shown = kitchen.get(page).content.decode()
    assert "The file is ready." in shown
    assert "<progress" not in shown
    assert f'href="{page}content"' in shown
    file: Any = kitchen.get(f"{page}content")
    assert b"".join(file) == b"%PDF"
    assert file["Content-Type"] == "application/pdf"
    assert file["Content-Disposition"] == 'inline; filename="labels-2026-12-07.pdf"'
    assert b"".join(kitchen.get(f"{page}content")) == b"%PDF"  # as often as one likes
    as_browsers = {"Accept-Encoding": "gzip"}
    assert "Content-Encoding" not in kitchen.get(f"{page}content", headers=as_browsers)
    assert kitchen.get(page, headers=as_browsers)["Content-Encoding"] == "gzip"


def test_another_session_of_the_same_user_does_not_find_the_file(
    kitchen: Client, cook: User, waiting: Queue
) -> None:
    page = page_of(kitchen)
    finish(waiting)
    for other in (logged_in(cook), logged_in(make_staff_account("priya"))):
        assert other.get(page).status_code == 404
        assert other.get(f"{page}content").status_code == 404
    assert Client().get(f"{page}content").status_code == 302
    assert kitchen.get(f"{page}content").status_code == 200


def test_a_user_who_lost_the_permission_does_not_get_the_file(
    kitchen: Client, cook: User, waiting: Queue
) -> None:
    page = page_of(kitchen)
    finish(waiting)
    AccountRole.objects.filter(account=cook).update(role=Role.RIDER)
    for address in (page, f"{page}content"):
        assert kitchen.get(address).status_code == 403


def test_an_incomplete_file_is_a_404(kitchen: Client, waiting: Queue) -> None:
    """As when a changed clock expired it."""
    page = page_of(kitchen)
    finish(waiting)
    files.delete_parts(waiting.submitted[-1].token, 1)
    assert kitchen.get(f"{page}content").status_code == 404


def test_logging_out_deletes_the_file(kitchen: Client, waiting: Queue) -> None:
    page_of(kitchen)
    finish(waiting)
    made = files.find(waiting.submitted[-1].token)
    kitchen.post("/backoffice/logout/")
    assert made
    assert files.find(made.token) is None
    with pytest.raises(IncompleteFileError):
        list(files.read_parts(made))


@pytest.mark.parametrize("how", ["erase", "health"])
def test_an_erasure_deletes_the_file(
    kitchen: Client,
    waiting: Queue,
    send: Send,
    how: str,
    django_capture_on_commit_callbacks: Any,
) -> None:
    send(veg_body())
    reference = Request.objects.get().reference
    page = page_of(kitchen)
    finish(waiting)
    with django_capture_on_commit_callbacks(execute=True):
        now = timezone.now()
        if how == "erase":
            erase(references=[reference], actor=None, now=now, reason="Asked for", cancel=True)
        else:
            erase_health(reference=reference, now=now)
    assert kitchen.get(page).status_code == 404


def test_a_file_deleted_by_an_erasure_in_the_making_is_made_again(
    kitchen: Client, waiting: Queue
) -> None:
    waiting.erasures = 1
    assert kitchen.get(page_of(kitchen)).status_code == 200
    assert len(waiting.submitted) == 2
    waiting.erasures = 2
    answer = kitchen.get(LABELS, follow=True)
    assert answer.redirect_chain == [("/backoffice/kitchen/2026-12-07/labels/", 302)]
    assert "Please create it again." in answer.content.decode()


def test_a_failed_job_is_reported(kitchen: Client, waiting: Queue) -> None:
    page = page_of(kitchen)
    update(waiting, state=State.FAILED, message="Not enough memory.")
    answer = kitchen.get(page)
    assert answer.status_code == 503
    shown = answer.content.decode()
    assert "Labels, Mon 7 Dec could not be prepared." in shown
    assert "Not enough memory." in shown
    assert 'href="/backoffice/kitchen/2026-12-07/labels/"' in shown


def test_an_empty_file_is_reported_on_the_requesting_page(kitchen: Client, waiting: Queue) -> None:
    page = page_of(kitchen)
    update(waiting, state=State.REFUSED, message="There are no such labels on this day.")
    answer = kitchen.get(page, follow=True)
    assert answer.redirect_chain == [("/backoffice/kitchen/2026-12-07/labels/", 302)]
    assert "There are no such labels on this day." in answer.content.decode()


def test_a_full_queue_is_reported_and_leaves_no_file(kitchen: Client, waiting: Queue) -> None:
    waiting.is_full = True
    answer = kitchen.get(LABELS)
    assert answer.status_code == 503
    assert "Please try again in a minute." in answer.content.decode()


def test_a_full_disk_is_reported(
    kitchen: Client, waiting: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: GeneratedFile) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(files, "store", full)
    answer = kitchen.get(LABELS)
    assert answer.status_code == 503
    assert "No space left on the disk." in answer.content.decode()


@pytest.mark.parametrize("name", ["none", "a" * 22, "a" * 300, "..", "%00", "generation"])
def test_an_unknown_file_is_a_404(kitchen: Client, name: str) -> None:
    assert kitchen.get(f"/backoffice/files/{name}/").status_code == 404
