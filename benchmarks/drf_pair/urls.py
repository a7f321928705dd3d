"""URLs of the Django REST framework lists."""

from django.urls import path

from benchmarks.drf_pair.views import Repairs

urlpatterns = [
    path("active/", Repairs.as_view()),
    path("closed/", Repairs.as_view(closed=True)),
]
