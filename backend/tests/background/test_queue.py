"""The queue and its child process: kills, timeouts and server stops."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from oottam.accounts.roles import Permission
from oottam.background import files, jobs, queue
from oottam.background.files import GeneratedFile, State
from oottam.background.queue import JobQueue, QueueFullError
from tests.api_client import WAIT_SECONDS, until

pytestmark = pytest.mark.django_db(transaction=True)
# A child process that executes the next entry of the job's argument `do` at each attempt.
CHILD = """
import json, os, pathlib, sys, time
job_log = pathlib.Path(sys.argv[1])
say = lambda event: print(json.dumps(event), flush=True)
for line in sys.stdin:
    order = json.loads(line)
    with job_log.open("a") as file:
        file.write(f"{os.getpid()} {order['arguments']['name']}\\n")
    number = sum(each.endswith(" " + order["arguments"]["name"]) for each in job_log.read_text().splitlines())
    do = order["arguments"]["do"]
    do = do[min(number, len(do)) - 1]
    if do == "die":
        os._exit(1)
    if do == "hang":
        say({"done": 3, "total": 7})
        time.sleep(600)
    say({})
    say({"outcome": {"ready": {"state": "ready", "parts": 0, "size": 0},
                     "refuse": {"state": "refused", "message": "No label."},
                     "fail": {"message": "No space left on the disk."}}[do]})
"""


@pytest.fixture
def job_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the child logs its process id and the job's name."""
    noted = tmp_path / "job_log"
    noted.touch()
    files.delete_all()
    monkeypatch.setattr(queue, "COMMAND", (sys.executable, "-c", CHILD, str(noted)))
    monkeypatch.setattr(jobs, "_jobs", {})
    for name, is_urgent in (("slow", False), ("labels", True)):
        jobs.register(name, Permission.COOK, is_urgent=is_urgent)(lambda arguments, progress: [])
    return noted


@pytest.fixture
def jobs_queue(job_log: Path) -> Iterator[JobQueue]:
    made = JobQueue()
    yield made
    made.close()
    files.delete_all()


def new_file(*do: str, job: str = "slow", name: str = "one") -> GeneratedFile:
    """A job whose child process executes `do`, one entry per attempt."""
    file = GeneratedFile(
        job=job,
        arguments={"do": do, "name": name},
        session=files.session_hash("mine"),
        title="Labels",
        name="labels.pdf",
        media_type="application/pdf",
        back="/backoffice/",
    )
    files.store(file)
    return file


def run_to_end(jobs_queue: JobQueue, *do: str) -> GeneratedFile:
    file = new_file(*do)
    assert jobs_queue.submit(file).wait(WAIT_SECONDS)
    return found(file)


def found(file: GeneratedFile) -> GeneratedFile:
    entry = files.find(file.token)
    assert entry
    return entry


def test_one_child_runs_jobs_in_turn(jobs_queue: JobQueue, job_log: Path) -> None:
    assert run_to_end(jobs_queue, "ready").state == State.READY
    assert run_to_end(jobs_queue, "refuse").message == "No label."
    assert len({line.split()[0] for line in job_log.read_text().splitlines()}) == 1


def test_killed_child_is_replaced_and_the_job_retried(jobs_queue: JobQueue, job_log: Path) -> None:
    assert run_to_end(jobs_queue, "die", "ready").state == State.READY
    assert len({line.split()[0] for line in job_log.read_text().splitlines()}) == 2


@pytest.mark.parametrize(
    ("do", "sentence"),
    [("die", queue.KILLED), ("fail", jobs.NO_SPACE)],
)
def test_job_that_fails_twice_is_failed_with_a_message(
    jobs_queue: JobQueue, job_log: Path, do: str, sentence: str
) -> None:
    file = run_to_end(jobs_queue, do)
    assert (file.state, file.message, file.attempts) == (State.FAILED, sentence, 2)
    assert len(job_log.read_text().splitlines()) == 2
    assert run_to_end(jobs_queue, "ready").state == State.READY  # the next one is not affected


def test_job_beyond_the_time_limit_is_killed(
    jobs_queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_JOB_SECONDS", 0.2)
    file = run_to_end(jobs_queue, "hang")
    assert (file.state, file.message) == (State.FAILED, queue.TOO_LONG)


def test_progress_is_stored_in_the_entry(jobs_queue: JobQueue) -> None:
    file = new_file("hang")
    jobs_queue.submit(file)
    until(lambda: found(file).done == 3)
    assert (found(file).state, found(file).total) == (State.RUNNING, 7)


def test_job_whose_entry_cannot_be_updated_is_failed(
    jobs_queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(token: str, **changes: Any) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(files, "update", full)
    file = run_to_end(jobs_queue, "ready")
    assert (file.state, file.message) == (State.FAILED, jobs.NO_SPACE)


def test_urgent_jobs_run_first(jobs_queue: JobQueue, job_log: Path) -> None:
    jobs_queue._start = lambda: None  # type: ignore[method-assign]
    order = [("slow", "a"), ("slow", "b"), ("labels", "c"), ("labels", "d")]
    waiting = [jobs_queue.submit(new_file("ready", job=job, name=name)) for job, name in order]
    del jobs_queue._start
    jobs_queue.warm_up()
    jobs_queue._start()
    assert all(each.wait(WAIT_SECONDS) for each in waiting)
    assert "".join(line.split()[1] for line in job_log.read_text().splitlines()) == "cdab"


def test_full_queue_rejects_jobs(jobs_queue: JobQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs_queue._start = lambda: None  # type: ignore[method-assign]
    for _ in range(queue.MAX_QUEUED_JOBS):
        jobs_queue.submit(new_file("ready"))
    refused = new_file("ready")
    with pytest.raises(QueueFullError):
        jobs_queue.submit(refused)
    assert not jobs_queue.has(refused.token)


def test_idle_child_ends(
    jobs_queue: JobQueue, monkeypatch: pytest.MonkeyPatch, job_log: Path
) -> None:
    monkeypatch.setattr(queue, "IDLE_SECONDS", 0.05)
    run_to_end(jobs_queue, "ready")
    pid = int(job_log.read_text().split()[0])
    until(lambda: not Path(f"/proc/{pid}").exists())
    assert run_to_end(jobs_queue, "ready").state == State.READY


def test_renewed_queue_runs_the_next_job_in_a_new_child(
    jobs_queue: JobQueue, job_log: Path
) -> None:
    run_to_end(jobs_queue, "ready")
    jobs_queue.renew_worker()
    assert run_to_end(jobs_queue, "ready").state == State.READY
    assert run_to_end(jobs_queue, "ready").state == State.READY
    assert len({line.split()[0] for line in job_log.read_text().splitlines()}) == 2


def test_file_from_before_an_erasure_is_deleted(jobs_queue: JobQueue) -> None:
    file = new_file("hang", "hang")
    waiting = jobs_queue.submit(file)
    until(lambda: found(file).done == 3)
    files.delete_all()
    other = new_file("ready")
    jobs_queue._worker.kill()  # type: ignore[union-attr]
    assert waiting.wait(WAIT_SECONDS)
    assert files.find(file.token) is None
    assert files.find(other.token)


def test_closing_server_kills_the_child_and_another_runs_the_job(
    jobs_queue: JobQueue, job_log: Path
) -> None:
    file = new_file("hang", "ready")
    jobs_queue.submit(file)
    until(lambda: found(file).done == 3)
    jobs_queue.close()
    pid = int(job_log.read_text().split()[0])
    until(lambda: not Path(f"/proc/{pid}").exists())
    left = found(file)
    assert left.state == State.RUNNING
    after = JobQueue()
    after.requeue_abandoned(left)  # it was attended to a moment ago, perhaps by another server
    assert not after.has(file.token)
    after.requeue_abandoned(replace(left, touched_at=left.touched_at - queue.ABANDONED_SECONDS))
    until(lambda: found(file).state == State.READY)
    after.close()


def test_job_abandoned_by_two_servers_is_failed(jobs_queue: JobQueue) -> None:
    file = replace(new_file("ready"), state=State.RUNNING, attempts=2)
    jobs_queue.requeue_abandoned(file)
    assert (found(file).state, found(file).message) == (State.FAILED, queue.STOPPED)
