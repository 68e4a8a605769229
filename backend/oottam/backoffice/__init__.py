"""The staff's pages behind a log-in at /backoffice/."""
