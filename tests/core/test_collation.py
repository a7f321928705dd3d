"""Sort order of texts, which must equal `build_sort_key` on both databases."""

import string

import pytest
from django.utils import translation

from portal_backend.accounts.models import Client
from portal_backend.core.text_search import Collated, build_sort_key
from tests import factories

pytestmark = pytest.mark.django_db
NAMES = [f"a{symbol}b" for symbol in f" {string.punctuation}"]
NAMES += ["a", "ab", "a1", "a10", "b", "á", "ñ", "n", "nz", "o", "client@example.org", "client_mate@example.org"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_database_sort_order_equals_python_sort_key(language: str) -> None:
    service = factories.world().service.user.service
    Client.objects.bulk_create(Client(name=f"zz {name}", country_code="ES", service=service) for name in NAMES)
    with translation.override(language):
        rows = Client.objects.filter(name__startswith="zz ").order_by(Collated("name"))
        sorted_names = [name.removeprefix("zz ") for name in rows.values_list("name", flat=True)]
    assert sorted_names == sorted(NAMES, key=lambda name: build_sort_key(name, language))
