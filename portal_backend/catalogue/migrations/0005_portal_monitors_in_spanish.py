"""Portal monitors are called in Spanish what those who use them call them; what an administrator named stays."""

from typing import Any

from django.db import migrations

BEFORE, NOW = "Monitor de portal", "Pórtico de detección"


def rename(apps: Any, old: str, new: str) -> None:
    categories = apps.get_model("catalogue", "Category").objects
    categories.filter(key="RPM", name_es=old).update(name_es=new)


def forwards(apps: Any, schema_editor: Any) -> None:
    rename(apps, BEFORE, NOW)


def backwards(apps: Any, schema_editor: Any) -> None:
    rename(apps, NOW, BEFORE)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0004_check_list")]
    operations = [migrations.RunPython(forwards, backwards)]
