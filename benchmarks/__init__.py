"""Benchmarks of the portal.

scripts/bench runs most of them; single ones run as python -m benchmarks.<name>.
"""

import os

import django
from django.apps import apps

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
if not apps.ready:  # already set up in tests
    django.setup()
