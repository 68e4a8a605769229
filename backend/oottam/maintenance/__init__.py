"""What whoever runs the server needs: logs, metrics, housekeeping, backup and restore."""
