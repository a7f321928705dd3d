"""ASGI application for granian: Django behind the buffering server layer.

See docs/decisions/0009.
"""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from portal_backend.asgi.app import BodyLimits, BufferingApp, ServerConfig
from portal_backend.asgi.wsgi_environ import Scope, get_header
from portal_backend.core.databases import apply_web_timeouts, cancel_statements_at_shutdown
from portal_backend.core.heartbeats import grant_startup_grace


def create_application(*, handles_sigterm: bool = False) -> BufferingApp:
    """Set up Django and wrap it in the ASGI server layer.

    With `handles_sigterm`, requests are answered before SIGTERM ends the process.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.config.settings")
    for database in settings.DATABASES.values():
        apply_web_timeouts(database)
    django = get_wsgi_application()

    from django.db import close_old_connections
    from django.db.backends.signals import connection_created

    from portal_backend.accounts.sessions import get_user_id_from_header
    from portal_backend.config.traffic_classes import classify_request
    from portal_backend.core.errors import invalid, over_capacity, too_large, unavailable
    from portal_backend.core.request_context import get_client_network, resolve_client_ip
    from portal_backend.files.upload_handler import FORM_OVERHEAD_BYTES

    def identify_user(header: str) -> str | None:
        close_old_connections()  # as Django does before each request: the connection may be broken
        return get_user_id_from_header(header)

    def get_client_address(scope: Scope) -> str:
        return get_client_network(
            resolve_client_ip(scope["client"][0], get_header(scope, b"x-forwarded-for", joined=True))
        )

    limits = BodyLimits(
        anonymous=settings.MAX_ANONYMOUS_BODY_BYTES,
        json=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        upload=settings.MAX_ATTACHMENT_BYTES + FORM_OVERHEAD_BYTES,
    )
    config = ServerConfig(
        limits,
        settings.FILE_UPLOAD_TEMP_DIR,
        identify_user,
        too_large,
        unavailable,
        over_capacity,
        invalid,
        classify_request,
        get_client_address,
    )
    connection_created.connect(cancel_statements_at_shutdown, dispatch_uid="cancel_statements_at_shutdown")
    grant_startup_grace()
    return BufferingApp(django, config, threads=settings.WEB_THREADS, handles_sigterm=handles_sigterm)


application = create_application(handles_sigterm=True)
