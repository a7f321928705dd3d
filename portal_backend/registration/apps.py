"""App configuration of password recovery and account requests."""

from django.apps import AppConfig


class RegistrationConfig(AppConfig):
    """Configuration of the app of password reset tokens and account requests."""

    name = "portal_backend.registration"

    def ready(self) -> None:
        """Register the emails that follow an account change."""
        from portal_backend.accounts.hooks import AccountHooks, register_account_hooks
        from portal_backend.registration.account_requests import send_invitation
        from portal_backend.registration.mails import notify_former_address

        register_account_hooks(AccountHooks(notify_former_address, send_invitation))
