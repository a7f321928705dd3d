"""Whoever works waits for no broker: where it is out of reach, mails wait for the next look."""

import kombu.utils.functional
import pytest
from django.conf import LazySettings
from environment import free_port

from portal_backend.celery import app
from portal_backend.notifications import waking


def test_without_a_broker_none_is_looked_for(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = ""
    sent = list[str]()
    monkeypatch.setattr(app, "send_task", lambda name, **how: sent.append(name))
    waking.wake_sender()
    assert sent == [], "the embedded worker looks by itself"
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    waking.wake_sender()
    assert sent == ["mail.send"]


def test_a_broker_out_of_reach_is_tried_once(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    pauses = list[float]()
    monkeypatch.setattr(kombu.utils.functional, "sleep", pauses.append)
    with app.connection_for_write(url=settings.REDIS_URL) as line:
        send = app.send_task
        monkeypatch.setattr(app, "send_task", lambda *words, **how: send(*words, **how, connection=line))
        waking.wake_sender()
    assert "cannot be reached" in caplog.text
    assert not pauses
