"""Hooks of account changes.

`wiring.py` sets them to functions of higher layers, which run in the transaction of the change.
"""

from collections.abc import Callable

from portal_backend.accounts.models import User
from portal_backend.core.actor import Actor


class AccountHooks:
    """Callbacks of account changes."""

    #: called with a user and the email address the account had before
    notify_former_address: Callable[[User, str], None]
    #: called with a new user without a password and the actor who created it
    invite: Callable[[User, Actor], None]


account_hooks = AccountHooks()
