"""ASGI application for granian: Django behind the buffering server layer.

See docs/decisions/0009.
"""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from portal_backend.base.databases import bound_web_calls
from portal_backend.front.application import Front, Limits, Rules
from portal_backend.front.asking import Scope, header


def portal() -> Front:
    """Set up Django and wrap it in the ASGI server layer."""
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

    def identify_user(header: str) -> str | None:
        close_old_connections()  # as Django does before each request: the connection may be broken
        return person_of(header)

    def get_client_address(scope: Scope) -> str:
        return network_of(real_address(scope["client"][0], header(scope, b"x-forwarded-for", joined=True)))

    limits = Limits(
        stranger=settings.STRANGER_BYTES,
        json=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        upload=settings.ATTACHMENT_BYTES + FORM_OVERHEAD,
    )
    fast_paths = {COUNTERS: Counted(CounterPoll(new_generations()), COUNTERS.lstrip("/"))}
    config = Rules(
        limits,
        settings.FILE_UPLOAD_TEMP_DIR,
        identify_user,
        too_large,
        unavailable,
        crowded,
        invalid,
        fast_paths,
        kind_of_call,
        get_client_address,
    )
    return Front(django, config, threads=settings.THREADS)


application = portal()
