"""The outbox: mails to the shop and to customers, and the worker that sends them.

It knows requests by their reference only. What a mail says is composed when it is sent, by the app that took the request
(`mail_content.compose`).
"""
