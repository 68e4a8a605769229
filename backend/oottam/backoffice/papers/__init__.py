"""Receipts and bills: their PDFs, the month's list, and the tax profile."""
