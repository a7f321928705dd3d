"""Reports find requests by their units: requests keep no copies of numbers, tags and categories."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("workflow", "0006_order_from_indexes")]
    operations = [migrations.RemoveField("request", name) for name in ("serials", "tags", "categories")]
