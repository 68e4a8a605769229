"""Prices, payments, refunds and the revenue ledger. Tables are in `workflow.models`."""
