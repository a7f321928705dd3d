"""How people get in: recovery and account requests."""

from django.apps import AppConfig


class JoiningConfig(AppConfig):
    """The app of recovery keys and account requests."""

    name = "portal_backend.joining"

    def ready(self) -> None:
        """Register the emails that follow a change of an account."""
        from portal_backend.accounts.hooks import AccountHooks, register_account_hooks
        from portal_backend.joining.former_address import notify_former_address
        from portal_backend.joining.requests import invite

        register_account_hooks(AccountHooks(notify_former_address, invite))
