"""Hooks of account changes.

Higher layers register callbacks, which run in the transaction of the change.
"""

from collections.abc import Callable
from typing import NamedTuple

from portal_backend.accounts.models import User
from portal_backend.core.actor import Actor


class AccountHooks(NamedTuple):
    """Callbacks of account changes."""

    #: Called with a user and the email address the account had before.
    notify_former_address: Callable[[User, str], None]
    #: Called with a new user without a password and the actor who created it.
    invite: Callable[[User, Actor], None]


_registered: list[AccountHooks] = []


def register_account_hooks(hooks: AccountHooks) -> None:
    """Register the hooks, replacing those registered before."""
    _registered[:] = [hooks]


def get_account_hooks() -> AccountHooks:
    """Return the registered hooks."""
    return _registered[0]
