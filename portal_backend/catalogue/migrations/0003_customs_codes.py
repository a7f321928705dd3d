from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0002_first_categories"),
    ]

    operations = [
        migrations.AddField(
            model_name="part",
            name="hs_code",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
        migrations.AddField(
            model_name="part",
            name="origin",
            field=models.CharField(blank=True, db_default="", default="", max_length=2),
        ),
    ]
