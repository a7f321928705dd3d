"""Command that creates an administrator, at setup or when no other can log in."""

import os
import sys
from datetime import timedelta
from getpass import getpass
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from pydantic import ValidationError

from portal_backend.base.errors import Refusal
from portal_backend.base.validation import errors_of, invalid_input
from portal_backend.joining.first_run import create_administrator
from portal_backend.joining.keys import new_key
from portal_backend.joining.schemas import AdministratorIn, InvitedAdministratorIn

COMMAND = "create_administrator"
VARIABLE = "PORTAL_ADMIN_PASSWORD"


class Command(BaseCommand):
    """Create an administrator.

    For example `manage.py create_administrator ana ana@example.org Ana Gil`.
    """

    help = (
        "Create an administrator. The password is asked for twice in a terminal; without a terminal it is the variable "
        f"{VARIABLE} or the first line of the standard input. With --invite there is none: a link to set it is printed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the administrator's details and `--invite`."""
        for name in ("username", "email", "first_name", "last_name"):
            parser.add_argument(name)
        parser.add_argument("--invite", action="store_true", help="print a link to set the password")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the administrator and print how to log in."""
        details = {name: options[name] for name in ("username", "email", "first_name", "last_name")}
        invites = options["invite"]
        try:
            data = (
                InvitedAdministratorIn.model_validate(details)
                if invites
                else AdministratorIn.model_validate({**details, "password": _read_password()})
            )
            user = create_administrator(data, username=COMMAND)
        except ValidationError as error:
            raise CommandError(_told(invalid_input(errors_of(error)))) from None
        except Refusal as refusal:
            raise CommandError(_told(refusal)) from None
        if not invites:
            self.stdout.write(f"{user.username} is an administrator and logs in with this password")
            return
        days = settings.FIRST_PASSWORD_DAYS
        link = f"{settings.PUBLIC_URL}/#/en/{new_key(user, timedelta(days=days))}"
        self.stdout.write(f"{user.username} is an administrator and sets a password within {days} days at\n{link}")


def _read_password() -> str:
    """Read the password from the environment, the terminal or standard input.

    Raises CommandError if there is none.
    """
    if password := os.environ.get(VARIABLE):
        return password
    if sys.stdin.isatty():
        password = getpass("Password: ")
        if password != getpass("Once more: "):
            raise CommandError("the two passwords differ")
        return password
    password = sys.stdin.readline(1_000).rstrip("\r\n")
    if not password:
        raise CommandError(f"no password: set {VARIABLE}, write it to the standard input, or use --invite")
    return password


def _told(refusal: Refusal) -> str:
    """Format an error's field messages, or else its message, for the console."""
    fields = refusal.body()["fields"]
    return "; ".join(f"{field}: {' '.join(texts)}" for field, texts in fields.items()) or str(refusal.message)
