"""Add the table of username skeletons and the challenge purpose CONFIRM."""

from django.conf import settings
from django.db import migrations, models

from portal_backend.accounts.alike import skeleton

BATCH = 1_000


def fill(apps, schema_editor):
    """Store the skeleton of each user; of lookalikes, only that of the oldest."""
    user = apps.get_model("accounts", "User")
    row = apps.get_model("accounts", "UsernameSkeleton")
    users = user.objects.order_by("pk").values_list("pk", "username")
    rows = (row(user_id=pk, value=skeleton(username)) for pk, username in users.iterator(BATCH))
    row.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_second_factors")]
    operations = [
        migrations.AlterField(
            model_name="loginstep",
            name="purpose",
            field=models.CharField(
                choices=[
                    ("VERIFY", "Verify"),
                    ("ENROL", "Enrol"),
                    ("CONFIRM", "Confirm"),
                    ("CHANGE", "Change"),
                    ("PASSKEY", "Passkey"),
                ],
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="UsernameSkeleton",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="skeleton",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("value", models.CharField(max_length=255)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("value",), name="username_skeleton_once")],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
