"""The ASGI application that granian serves: Django behind the front (docs/decisions/0009)."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from portal_backend.base.databases import bound_web_calls
from portal_backend.front.application import Front, Limits, Rules
from portal_backend.front.asking import Scope, header


def portal() -> Front:
    """Django, begun, and what it tells the front."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.settings")
    for database in settings.DATABASES.values():
        bound_web_calls(database)
    django = get_wsgi_application()

    from django.db import close_old_connections

    from portal_backend.accounts.sessions import person_of
    from portal_backend.base.calls import network_of, real_address
    from portal_backend.base.errors import crowded, invalid, too_large, unavailable
    from portal_backend.base.generations import new_generations
    from portal_backend.files.receiving import FORM_OVERHEAD
    from portal_backend.operations.metrics import Counted
    from portal_backend.traffic import kind_of_call
    from portal_backend.workflow.polling import COUNTERS, CounterPoll

    def admit(header: str) -> str | None:
        close_old_connections()  # as before each request: one may have been lost since
        return person_of(header)

    def address_of(scope: Scope) -> str:
        return network_of(real_address(scope["client"][0], header(scope, b"x-forwarded-for", joined=True)))

    limits = Limits(
        stranger=settings.STRANGER_BYTES,
        json=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        upload=settings.ATTACHMENT_BYTES + FORM_OVERHEAD,
    )
    shortcuts = {COUNTERS: Counted(CounterPoll(new_generations()), COUNTERS.lstrip("/"))}
    rules = Rules(
        limits,
        settings.FILE_UPLOAD_TEMP_DIR,
        admit,
        too_large,
        unavailable,
        crowded,
        invalid,
        shortcuts,
        kind_of_call,
        address_of,
    )
    return Front(django, rules, threads=settings.THREADS)


application = portal()
