"""Whether the demo world was loaded whole."""

from django.db import models


class DemoWorld(models.Model):
    """One row once loading has ended; the server is not ready before (contract section 8)."""

    loaded_at = models.DateTimeField(auto_now_add=True)
