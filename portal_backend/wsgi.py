"""The WSGI application that granian serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.settings")
application = get_wsgi_application()
