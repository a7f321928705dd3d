"""In which encoding a file of text is read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("imports", "0001_initial")]
    operations = [
        migrations.AddField(
            "importrun", "encoding", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
        migrations.AddField(
            "importrun", "guessed_encoding", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
        migrations.AddField("importrun", "samples", models.JSONField(null=True)),
    ]
