"""When requests are expected to end, which whoever knows their history writes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow", "0010_reports_keep_their_own")]
    operations = [
        migrations.AddField("request", "expected_on", models.DateField(null=True)),
        migrations.AddField("request", "late_after", models.DateField(null=True)),
    ]
