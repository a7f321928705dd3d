"""Parts, categories, predefined services and mail settings, with the categories of spec 2, section 3."""

import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

PART_CATEGORIES = [
    ("HANDHELD", "Handheld", "Portátil"),
    ("RPM", "Portal monitor", "Pórtico de detección"),
    ("UTILITY_COMM", "Utility and communication", "Suministro y comunicación"),
    ("OTHER", "Other", "Otros"),
]
SERVICE_CATEGORIES = [
    ("REPAIR", "Repair", "Reparación"),
    ("PARTS", "Parts", "Piezas"),
    ("REMOTE_SUPPORT", "Remote support", "Asistencia remota"),
    ("OTHERS", "Others", "Otros"),
]


def add_categories(apps, schema_editor):
    """Add the categories that every installation needs."""
    category, service_category = apps.get_model("catalogue", "Category"), apps.get_model("catalogue", "ServiceCategory")
    for position, (key, english, spanish) in enumerate(PART_CATEGORIES):
        names = {"name": english, "name_en": english, "name_es": spanish, "position": position}
        category.objects.get_or_create(key=key, defaults=names)
    for key, english, spanish in SERVICE_CATEGORIES:
        names = {"name": english, "name_en": english, "name_es": spanish}
        service_category.objects.get_or_create(key=key, defaults=names)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("files", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=32, unique=True)),
                ("name", models.CharField(max_length=255)),
                ("name_en", models.CharField(max_length=255, null=True)),
                ("name_es", models.CharField(max_length=255, null=True)),
                ("position", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="CheckPoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=255)),
                ("text_en", models.CharField(max_length=255, null=True)),
                ("text_es", models.CharField(max_length=255, null=True)),
                ("model", models.CharField(blank=True, max_length=255, null=True)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("enabled", models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name="PredefinedService",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("DIAGNOSTICS", "DIAGNOSTICS"), ("REPAIRS", "REPAIRS"), ("PARTS", "PARTS")],
                        max_length=16,
                    ),
                ),
                ("text", models.CharField(max_length=255)),
                ("text_en", models.CharField(max_length=255, null=True)),
                ("text_es", models.CharField(max_length=255, null=True)),
                ("short_text", models.CharField(max_length=64)),
                ("short_text_en", models.CharField(max_length=64, null=True)),
                ("short_text_es", models.CharField(max_length=64, null=True)),
                ("value", models.DecimalField(decimal_places=2, max_digits=9)),
            ],
        ),
        migrations.CreateModel(
            name="ServiceCategory",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=32, unique=True)),
                ("name", models.CharField(max_length=255)),
                ("name_en", models.CharField(max_length=255, null=True)),
                ("name_es", models.CharField(max_length=255, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Part",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.CharField(max_length=255)),
                ("model", models.CharField(max_length=255)),
                ("manufacturer", models.CharField(max_length=255)),
                ("description", models.CharField(max_length=1024)),
                ("description_en", models.CharField(max_length=1024, null=True)),
                ("description_es", models.CharField(max_length=1024, null=True)),
                ("enabled", models.BooleanField(default=True)),
                ("hs_code", models.CharField(blank=True, db_default="", default="", max_length=16)),
                ("origin", models.CharField(blank=True, db_default="", default="", max_length=2)),
                (
                    "category",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="parts", to="catalogue.category"
                    ),
                ),
                (
                    "image",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="files.storedfile"
                    ),
                ),
                ("predefined_services", models.ManyToManyField(related_name="parts", to="catalogue.predefinedservice")),
                ("service_categories", models.ManyToManyField(related_name="parts", to="catalogue.servicecategory")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("manufacturer"),
                        django.db.models.functions.text.Lower("number"),
                        name="part_once",
                    )
                ],
            },
        ),
        migrations.RunPython(add_categories, migrations.RunPython.noop),
    ]
