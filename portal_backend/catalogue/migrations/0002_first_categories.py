"""The categories that requests of the portal name (spec 2, section 3), so that a new portal can be used at once."""

from typing import Any

from django.db import migrations

PART_CATEGORIES = [
    ("HANDHELD", "Handheld", "Portátil"),
    ("RPM", "Portal monitor", "Monitor de portal"),
    ("UTILITY_COMM", "Utility and communication", "Suministro y comunicación"),
    ("OTHER", "Other", "Otros"),
]
SERVICE_CATEGORIES = [
    ("REPAIR", "Repair", "Reparación"),
    ("PARTS", "Parts", "Piezas"),
    ("REMOTE_SUPPORT", "Remote support", "Asistencia remota"),
    ("OTHERS", "Others", "Otros"),
]


def add_categories(apps: Any, schema_editor: Any) -> None:
    """Add those that are not there; what an administrator named stays as it is."""
    category, kind = apps.get_model("catalogue", "Category"), apps.get_model("catalogue", "ServiceCategory")
    for position, (key, english, spanish) in enumerate(PART_CATEGORIES):
        names = {"name": english, "name_en": english, "name_es": spanish, "position": position}
        category.objects.get_or_create(key=key, defaults=names)
    for key, english, spanish in SERVICE_CATEGORIES:
        kind.objects.get_or_create(key=key, defaults={"name": english, "name_en": english, "name_es": spanish})


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0001_initial")]
    operations = [migrations.RunPython(add_categories, migrations.RunPython.noop)]
