"""Transactional outbox for mails to the shop and to customers, with its worker.

Entries hold a request's reference only. The worker composes a mail when it sends it, through a hook of the app that
owns the request (`mail_content.compose`).
"""
