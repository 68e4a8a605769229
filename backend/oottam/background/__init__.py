"""Background jobs: files that take long to make (labels, workbooks, exports of persons) come from a process of their own.

A job is registered by name (jobs.py). The server queues it and hands it to one child process (queue.py), which runs
`manage.py run_jobs`. What comes of it is a generated file (files.py), kept for an hour for the session that asked.
"""
