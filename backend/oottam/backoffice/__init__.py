"""The staff's pages below /backoffice/."""
