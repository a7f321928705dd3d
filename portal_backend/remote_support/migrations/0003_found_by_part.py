"""Requests are found by the part that they are about."""

from django.db import migrations, models

from portal_backend.base.upgrading import AddIndexBeside


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("remote_support", "0002_unit")]
    operations = [
        AddIndexBeside(model_name="remotesupport", index=models.Index(fields=["part"], name="support_by_part")),
    ]
