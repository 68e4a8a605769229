"""The menus as a workbook: out, and in again as differences."""
