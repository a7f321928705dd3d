"""Make the first administrator of a portal, or one where nobody can log in any more."""

from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from pydantic import ValidationError

from portal_backend.accounts.actions import NewUser, create_user
from portal_backend.accounts.admin_schemas import Password
from portal_backend.accounts.alike import check_new_name
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Role
from portal_backend.base.errors import Refusal
from portal_backend.base.fields import Body, Email, PersonName, Username
from portal_backend.base.validation import invalid_input

COMMAND = "create_administrator"


class Administrator(Body):
    """What an administrator is made from; all else is filled in at the own user details."""

    username: Username
    email: Email
    first_name: PersonName
    last_name: PersonName
    password: Password


class Command(BaseCommand):
    """`manage.py create_administrator ana ana@example.org Ana Gil` asks for a password and makes the user."""

    help = "Make an administrator; the password is asked for, twice."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who."""
        for name in ("username", "email", "first_name", "last_name"):
            parser.add_argument(name)

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, make and tell."""
        given = {name: options[name] for name in ("username", "email", "first_name", "last_name")}
        password = getpass("Password: ")
        if password != getpass("Once more: "):
            raise CommandError("the two passwords differ")
        try:
            self._create(Administrator.model_validate({**given, "password": password}))
        except ValidationError as error:
            raise CommandError(_told(invalid_input(error.errors()))) from None
        except Refusal as refusal:
            raise CommandError(_told(refusal)) from None
        self.stdout.write(f"{options['username']} is an administrator and logs in with this password")

    @transaction.atomic
    def _create(self, data: Administrator) -> None:
        check_new_name(data.username, "username")
        person = data.model_dump()
        user = create_user(NewUser(role=Role.ADMIN, **person))
        record(Event.USER_CREATED, user.username, username=COMMAND)


def _told(refusal: Refusal) -> str:
    fields = refusal.body()["fields"]
    return "; ".join(f"{field}: {' '.join(texts)}" for field, texts in fields.items()) or str(refusal.message)
