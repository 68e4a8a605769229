"""The outbox: sent, waiting and failed mails."""
