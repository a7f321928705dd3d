"""Notification of the former email address after a change."""

import pytest

from portal_backend.notifications.models import Mail
from portal_backend.notifications.sending import send_due_mails
from tests import factories
from tests.accounts.test_users import EDIT, edit
from tests.caller import Caller
from tests.mailbox import Mailbox, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("by", ["client", "admin"])
def test_former_email_address_is_notified_of_change(caller: Caller, mailbox: Mailbox, by: str) -> None:
    world = factories.world()
    world.client.user.language = "es"
    world.client.user.save()
    assert caller.put(EDIT, edit("client", email="new@example.org"), actor=getattr(world, by)).status == 200
    send_due_mails()
    [mail] = mailbox.messages
    assert [each.addr_spec for each in mail["To"].addresses] == ["client@example.org"]
    assert mail["Subject"] == "El correo de su cuenta ha cambiado"
    assert "avise enseguida a un administrador" in text_of(mail)
    assert "client" in text_of(mail)
    assert "http" not in text_of(mail), "whoever reads the former address is led nowhere"
    assert "new@example.org" not in text_of(mail)


def test_no_notification_without_email_change(caller: Caller) -> None:
    world = factories.world()
    own = edit("client", email=world.client.user.email, phone="+34600700800")
    assert caller.put(EDIT, own, actor=world.client).status == 200
    caller.put(EDIT, edit("client", email="no address"), actor=world.client).refused(400, "VALIDATION")
    refused = edit("client", email="new@example.org", newUsername="service")
    caller.put(EDIT, refused, actor=world.client).refused(409, "USERNAME_EXISTS")
    assert not Mail.objects.exists()
