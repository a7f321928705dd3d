"""Operation of the portal: backups, metrics, setup checklist and activity log."""
