"""Command that creates an administrator, at setup or when no other can log in."""

import os
import sys
from getpass import getpass
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from pydantic import ValidationError

from portal_backend.core.errors import ApiError, invalid_input, serialize_errors
from portal_backend.registration.first_run import create_administrator
from portal_backend.registration.password_reset import create_first_password_path
from portal_backend.registration.schemas import AdministratorIn, InvitedAdministratorIn

COMMAND_NAME = "create_administrator"
PASSWORD_ENV = "PORTAL_ADMIN_PASSWORD"  # noqa: S105 name of a variable


class Command(BaseCommand):
    """Create an administrator.

    For example `manage.py create_administrator ana ana@example.org Ana Gil`.
    """

    help = (
        "Create an administrator. The password is read from the environment variable "
        f"{PASSWORD_ENV}, from a prompt in a terminal, or otherwise from the first line of the standard input. "
        "With --invite, a link to set the password is printed instead."
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
            user = create_administrator(data, created_by=COMMAND_NAME)
        except ValidationError as error:
            raise CommandError(_format_error(invalid_input(serialize_errors(error)))) from None
        except ApiError as refusal:
            raise CommandError(_format_error(refusal)) from None
        if not invites:
            self.stdout.write(f"Administrator {user.username} was created with this password")
            return
        days = settings.INVITATION_DAYS
        link = f"{settings.PUBLIC_URL}/#/en/{create_first_password_path(user)}"
        self.stdout.write(f"Administrator {user.username} was created. Set the password within {days} days at\n{link}")


def _read_password() -> str:
    """Read the password from the environment, the terminal or standard input.

    Raises CommandError if there is none.
    """
    if password := os.environ.get(PASSWORD_ENV):
        return password
    if sys.stdin.isatty():
        password = getpass("Password: ")
        if password != getpass("Repeat password: "):
            raise CommandError("the passwords do not match")
        return password
    password = sys.stdin.readline(1_000).rstrip("\r\n")
    if not password:
        raise CommandError(f"no password: set {PASSWORD_ENV}, write it to the standard input, or use --invite")
    return password


def _format_error(refusal: ApiError) -> str:
    """Format an error's field messages, or else its message, for the console."""
    fields = refusal.body()["fields"]
    return "; ".join(f"{field}: {' '.join(texts)}" for field, texts in fields.items()) or str(refusal.message)
