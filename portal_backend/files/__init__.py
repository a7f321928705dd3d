"""Uploads, attachments and previews."""
