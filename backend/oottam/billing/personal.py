"""Retention and personal columns of the tables of receipts and bills."""

from oottam.core.personal import Table

TABLES: tuple[Table, ...] = ()
