"""Hooks: packages above register callbacks that run in the transaction of an account change."""

from collections.abc import Callable
from typing import NamedTuple

from portal_backend.accounts.models import User
from portal_backend.base.actor import Actor


class AccountHooks(NamedTuple):
    """`notify_former_address` gets the user and the former address, `invite` a new user without a password."""

    notify_former_address: Callable[[User, str], None]
    invite: Callable[[User, Actor], None]


_registered: list[AccountHooks] = []


def register_account_hooks(hooks: AccountHooks) -> None:
    """Make `hooks` those that are called, in place of any before."""
    _registered[:] = [hooks]


def account_hooks() -> AccountHooks:
    """The hooks that are registered."""
    return _registered[0]
