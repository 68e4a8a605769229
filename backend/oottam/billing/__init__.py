"""Prices, payments, refunds, the revenue ledger, and papers: receipts and bills. Tables of payments are in
`workflow.models`.
"""
