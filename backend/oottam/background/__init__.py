"""Background jobs: a child process generates slow files (labels, workbooks, customer exports).

Jobs are registered by name (jobs.py). The server queues them for one child process, `manage.py run_jobs` (queue.py).
The result is a generated file (files.py), stored for an hour for the session that requested it.
"""
