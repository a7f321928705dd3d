from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("workflow", "0012_by_stay"),
    ]

    operations = [
        migrations.AddField(
            model_name="statuschange",
            name="remarks",
            field=models.JSONField(null=True),
        ),
    ]
