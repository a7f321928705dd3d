"""App configuration of password recovery and account requests."""

from django.apps import AppConfig


class JoiningConfig(AppConfig):
    """Configuration of the app of password reset tokens and account requests."""

    name = "portal_backend.joining"

    def ready(self) -> None:
        """Register the emails that follow an account change."""
        from portal_backend.accounts.hooks import AccountHooks, register_account_hooks
        from portal_backend.joining.former_address import notify_former_address
        from portal_backend.joining.requests import invite

        register_account_hooks(AccountHooks(notify_former_address, invite))
