"""Import of users.

A spreadsheet has no passwords: each new user receives an email with a link to set one.
"""

from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.db.models import ProtectedError

from portal_backend.accounts.models import Client, Service, User
from portal_backend.core.actor import Actor
from portal_backend.resources.form import Form, Values
from portal_backend.resources.import_spec import ImportSpec, RowKey


class UserRowStore:
    """Store of imported users, which reads and writes them through their form."""

    def __init__(self, form: Form) -> None:
        self.form = form

    def iter_keys(self, actor: Actor) -> Iterable[tuple[int, RowKey]]:
        """Yield the id and user name of each user."""
        return ((pk, (name,)) for pk, name in User.objects.values_list("pk", "username").order_by())

    def read(self, ids: Collection[int], actor: Actor) -> dict[int, Values]:
        """Return the values of users by id, including the role, which cannot be changed."""
        roles = User.objects.filter(pk__in=ids).values_list("pk", "role")
        return {pk: {**self.form.read(pk, actor), "role": role} for pk, role in roles}

    def write(self, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
        """Create and invite the users without an id, and update the others.

        Raises 400 or 409.
        """
        return [self.form.save(pk, values, actor) for pk, values in rows]

    def remove(self, ids: Collection[int], actor: Actor) -> set[int]:
        """Delete users who never signed in, with their own organizations.

        Returns the ids of the users that were not deleted.
        """
        signed_in = User.objects.filter(pk__in=ids, last_login__isnull=False)
        remaining = set(signed_in.values_list("pk", flat=True))
        for user in User.objects.filter(pk__in=ids, last_login=None):
            try:
                with transaction.atomic():
                    _delete_user(user)
            except ProtectedError:
                remaining.add(user.pk)
        return remaining


def _delete_user(user: User) -> None:
    """Delete a user, and the organization named after it if it has no other users."""
    client, service = user.client, user.service
    Service.objects.filter(contact_user=user).update(contact_user=None)
    user.delete()
    if client is not None and client.name == user.username:
        Client.objects.filter(pk=client.pk).delete()
    if service is not None and service.name == user.username:
        Service.objects.filter(pk=service.pk).delete()


def build_user_import(form: Form) -> ImportSpec:
    """Build the import settings of users from their form."""
    return ImportSpec(
        key_fields=("username",),
        row_store=UserRowStore(form),
        synonyms={
            "username": ("user", "login", "user name", "usuario", "nombre de usuario"),
            "firstName": ("first name", "given name", "vorname", "nombre"),
            "lastName": ("last name", "surname", "family name", "nachname", "apellido", "apellidos"),
            "email": ("mail", "e mail", "email address", "correo", "correo electrónico"),
            "phone": ("telephone", "tel", "mobile", "teléfono", "móvil"),
            "backupEmails": ("other emails", "backup email"),
        },
        example={
            "username": "maria_lopez",
            "role": "SUPERVISOR",
            "firstName": "María",
            "lastName": "López",
            "phone": "+34 600 000 000",
            "email": "maria.lopez@example.org",
        },
    )
