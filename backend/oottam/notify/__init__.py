"""The outbox: mails to the shop and to customers, and the worker that sends them.

It knows requests by their reference only. What a mail says is composed when it is sent, by whoever
has registered for it (`mail_content.use`).
"""
