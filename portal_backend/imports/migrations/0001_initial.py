"""Import runs, rows and pictures."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("files", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("target", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("READING", "Reading"),
                            ("COLUMNS", "Columns"),
                            ("CHECKING", "Checking"),
                            ("REVIEW", "Review"),
                            ("WRITING", "Writing"),
                            ("DONE", "Done"),
                            ("FAILED", "Failed"),
                            ("CANCELLED", "Cancelled"),
                            ("UNDOING", "Undoing"),
                            ("UNDONE", "Undone"),
                        ],
                        default="READING",
                        max_length=16,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("language", models.CharField(default="en", max_length=8)),
                ("file_name", models.CharField(max_length=255)),
                ("sheets", models.JSONField(default=list)),
                ("encoding", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("guessed_encoding", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("samples", models.JSONField(null=True)),
                ("sheet", models.PositiveSmallIntegerField(default=0)),
                ("header_row", models.PositiveIntegerField(default=0)),
                ("columns", models.JSONField(default=list)),
                ("fixed", models.JSONField(default=dict)),
                ("skipped", models.PositiveIntegerField(default=0)),
                ("created_rows", models.PositiveIntegerField(default=0)),
                ("changed_rows", models.PositiveIntegerField(default=0)),
                ("same_rows", models.PositiveIntegerField(default=0)),
                ("wrong_rows", models.PositiveIntegerField(default=0)),
                ("job", models.CharField(default="", max_length=32)),
                ("error", models.CharField(default="", max_length=64)),
                ("error_values", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "file",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="files.storedfile"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "zip",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="files.storedfile"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ImportRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "verdict",
                    models.CharField(
                        choices=[("CREATE", "Create"), ("CHANGE", "Change"), ("SAME", "Same"), ("WRONG", "Wrong")],
                        max_length=8,
                    ),
                ),
                ("key", models.CharField(default="", max_length=64)),
                ("record_id", models.BigIntegerField(null=True)),
                ("cells", models.JSONField()),
                ("old", models.JSONField(default=dict)),
                ("errors", models.JSONField(default=dict)),
                ("notes", models.JSONField(default=dict)),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="imports.importrun"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ImportPicture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sheet", models.PositiveSmallIntegerField(null=True)),
                ("line", models.PositiveIntegerField(default=0)),
                ("column", models.PositiveSmallIntegerField(default=0)),
                ("name", models.CharField(default="", max_length=255)),
                ("digest", models.CharField(default="", max_length=64)),
                ("error", models.CharField(default="", max_length=16)),
                (
                    "file",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="files.storedfile"
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pictures", to="imports.importrun"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KnownHeading",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("target", models.CharField(max_length=64)),
                ("heading", models.CharField(max_length=255)),
                ("field", models.CharField(default="", max_length=64)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="importrun",
            index=models.Index(fields=["owner", "-created_at"], name="imports_of_a_user"),
        ),
        migrations.AddIndex(
            model_name="importrow",
            index=models.Index(fields=["run", "verdict", "number"], name="import_rows_by_verdict"),
        ),
        migrations.AddIndex(
            model_name="importrow",
            index=models.Index(fields=["run", "key"], name="import_rows_by_key"),
        ),
        migrations.AddConstraint(
            model_name="importrow",
            constraint=models.UniqueConstraint(fields=("run", "number"), name="import_row_once"),
        ),
        migrations.AddConstraint(
            model_name="knownheading",
            constraint=models.UniqueConstraint(fields=("owner", "target", "heading"), name="known_heading_once"),
        ),
    ]
