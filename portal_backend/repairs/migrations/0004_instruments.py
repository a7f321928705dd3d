import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_second_factors"),
        ("catalogue", "0002_first_categories"),
        ("files", "0003_digests"),
        ("repairs", "0003_search_units"),
    ]

    operations = [
        migrations.AddField(
            model_name="repairpart",
            name="replacement_key",
            field=models.CharField(blank=True, db_default="", default="", max_length=255),
        ),
        migrations.AddField(
            model_name="repairpart",
            name="replacement_serial",
            field=models.CharField(blank=True, db_default="", default="", max_length=255),
        ),
        migrations.CreateModel(
            name="Instrument",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("serial_number", models.CharField(max_length=255)),
                ("serial_key", models.CharField(max_length=255)),
                ("last_at", models.DateTimeField(null=True)),
                (
                    "client",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.client",
                    ),
                ),
                (
                    "part",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="catalogue.part"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="repairpart",
            name="instrument",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="units",
                to="repairs.instrument",
            ),
        ),
        migrations.AddIndex(
            model_name="instrument",
            index=models.Index(
                condition=models.Q(("last_at__isnull", False)),
                fields=["last_at", "id", "client"],
                name="instruments_by_time",
            ),
        ),
        migrations.AddIndex(
            model_name="instrument",
            index=models.Index(
                condition=models.Q(("last_at__isnull", False)),
                fields=["client", "last_at", "id"],
                name="instruments_of_client",
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.UniqueConstraint(fields=("client", "part", "serial_key"), name="instrument_once"),
        ),
    ]
