"""Notification of the former email address after a change."""

import pytest

from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.models import Mail
from tests import factories
from tests.accounts.test_users import EDIT, build_contact_edit
from tests.api_client import ApiClient
from tests.smtp_server import Mailbox, get_text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("by", ["client", "admin"])
def test_former_email_address_is_notified_of_change(caller: ApiClient, mailbox: Mailbox, by: str) -> None:
    world = factories.world()
    world.client.user.language = "es"
    world.client.user.save()
    assert (
        caller.put(EDIT, build_contact_edit("client", email="new@example.org"), actor=getattr(world, by)).status == 200
    )
    send_due_mails()
    [mail] = mailbox.messages
    assert [each.addr_spec for each in mail["To"].addresses] == ["client@example.org"]
    assert mail["Subject"] == "Se cambió el correo electrónico de su cuenta"
    assert "comuníquese de inmediato con un administrador" in get_text(mail)
    assert "client" in get_text(mail)
    assert "http" not in get_text(mail), "whoever reads the former address is led nowhere"
    assert "new@example.org" not in get_text(mail)


def test_no_notification_without_email_change(caller: ApiClient) -> None:
    world = factories.world()
    own = build_contact_edit("client", email=world.client.user.email, phone="+34600700800")
    assert caller.put(EDIT, own, actor=world.client).status == 200
    caller.put(EDIT, build_contact_edit("client", email="no address"), actor=world.client).assert_error(
        400, "VALIDATION"
    )
    refused = build_contact_edit("client", email="new@example.org", newUsername="service")
    caller.put(EDIT, refused, actor=world.client).assert_error(409, "USERNAME_EXISTS")
    assert not Mail.objects.exists()
