"""Texts stand in the same order on both databases: that of Python's `sort_key`."""

import string

import pytest
from django.utils import translation

from portal_backend.accounts.models import Client
from portal_backend.base.collation import Collated, sort_key
from tests import factories

pytestmark = pytest.mark.django_db
NAMES = [f"a{sign}b" for sign in f" {string.punctuation}"]
NAMES += ["a", "ab", "a1", "a10", "b", "á", "ñ", "n", "nz", "o", "client@example.org", "client_mate@example.org"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_signs_digits_and_letters_stand_as_python_has_them(language: str) -> None:
    service = factories.world().service.user.service
    Client.objects.bulk_create(Client(name=f"zz {name}", country_code="ES", service=service) for name in NAMES)
    with translation.override(language):
        rows = Client.objects.filter(name__startswith="zz ").order_by(Collated("name"))
        found = [name.removeprefix("zz ") for name in rows.values_list("name", flat=True)]
    assert found == sorted(NAMES, key=lambda name: sort_key(name, language))
