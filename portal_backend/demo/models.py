"""Record of a completed demo data load."""

from django.db import models


class DemoWorld(models.Model):
    """Marker row, created when the demo data has been loaded completely.

    The server is not ready before (contract section 8).
    """

    loaded_at = models.DateTimeField(auto_now_add=True)
