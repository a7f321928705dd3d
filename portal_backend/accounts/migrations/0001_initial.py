"""Users, Clients, Services, sessions and grants."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

LANGUAGES = ("en", "es")


def create_name_indexes(apps, schema_editor):
    """Index Clients by name in the collation of each language, so that pages are read in order (PostgreSQL)."""
    if schema_editor.connection.vendor == "postgresql":
        for language in LANGUAGES:
            columns = f'(name COLLATE "{language}-x-icu"), id'
            schema_editor.execute(f"CREATE INDEX client_by_name_{language} ON accounts_client ({columns})")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("username", models.CharField(max_length=64, unique=True)),
                ("first_name", models.CharField(max_length=255)),
                ("last_name", models.CharField(max_length=255)),
                ("phone", models.CharField(blank=True, max_length=64)),
                ("email", models.CharField(max_length=255)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("CLIENT", "CLIENT"),
                            ("SERVICE", "SERVICE"),
                            ("SUPERVISOR", "SUPERVISOR"),
                            ("ADMIN", "ADMIN"),
                            ("SUSTAINABILITY_MANAGER", "SUSTAINABILITY_MANAGER"),
                        ],
                        max_length=32,
                    ),
                ),
                ("locked", models.BooleanField(default=False)),
                ("has_mfa", models.BooleanField(default=False)),
                ("language", models.CharField(default="en", max_length=2)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Client",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=255)),
                ("country_code", models.CharField(blank=True, max_length=2)),
            ],
            options={
                "default_permissions": (),
                "permissions": [("follow_client", "See the requests of the client")],
            },
        ),
        migrations.CreateModel(
            name="MfaRequiredRole",
            fields=[
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("CLIENT", "CLIENT"),
                            ("SERVICE", "SERVICE"),
                            ("SUPERVISOR", "SUPERVISOR"),
                            ("ADMIN", "ADMIN"),
                            ("SUSTAINABILITY_MANAGER", "SUSTAINABILITY_MANAGER"),
                        ],
                        max_length=32,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Address",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("company_name", models.CharField(blank=True, max_length=255)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("province", models.CharField(blank=True, max_length=255)),
                ("city", models.CharField(blank=True, max_length=255)),
                ("postal_code", models.CharField(blank=True, max_length=255)),
                ("street", models.CharField(blank=True, max_length=255)),
                ("building", models.CharField(blank=True, max_length=255)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="address", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="BackupEmail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.CharField(max_length=255)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="backup_emails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="user",
            name="client",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="users", to="accounts.client"
            ),
        ),
        migrations.CreateModel(
            name="LoginChallenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "purpose",
                    models.CharField(
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
                ("account_digest", models.CharField(blank=True, max_length=64)),
                ("session_digest", models.CharField(blank=True, max_length=64)),
                ("payload", models.TextField(blank=True)),
                ("device", models.CharField(blank=True, max_length=64)),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Service",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=255)),
                ("price", models.DecimalField(decimal_places=2, default=0, help_text="USD per hour", max_digits=9)),
                ("support_special_services", models.BooleanField(default=False)),
                (
                    "contact_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "permissions": [("follow_service", "See the requests assigned to the service")],
            },
        ),
        migrations.AddField(
            model_name="client",
            name="service",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="clients", to="accounts.service"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="service",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="users", to="accounts.service"
            ),
        ),
        migrations.CreateModel(
            name="ServiceGrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "content_object",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="accounts.service"),
                ),
                ("permission", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="auth.permission")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("device", models.CharField(blank=True, default="", max_length=64)),
                ("ip_address", models.CharField(blank=True, default="", max_length=64)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="UsernameSkeleton",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
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
        migrations.CreateModel(
            name="ClientGrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "content_object",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="accounts.client"),
                ),
                ("permission", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="auth.permission")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "abstract": False,
                "unique_together": {("user", "permission", "content_object")},
            },
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("body_digest", models.CharField(default="", max_length=64)),
                ("response", models.JSONField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="idempotency_key_once")],
            },
        ),
        migrations.AddConstraint(
            model_name="service",
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower("name"), name="service_name_once"),
        ),
        migrations.AddConstraint(
            model_name="client",
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower("name"), name="client_name_once"),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower("username"), name="username_once"),
        ),
        migrations.AlterUniqueTogether(
            name="servicegrant",
            unique_together={("user", "permission", "content_object")},
        ),
        migrations.RunPython(create_name_indexes, migrations.RunPython.noop),
    ]
