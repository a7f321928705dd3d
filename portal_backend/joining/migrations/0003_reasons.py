"""Add the reason for rejecting an account request."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("joining", "0002_asked_once")]
    operations = [
        migrations.AddField(
            model_name="accountrequest",
            name="reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=1024),
        ),
    ]
