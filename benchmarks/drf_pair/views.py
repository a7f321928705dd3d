"""The portal's lists as plain Django REST framework views.

They read the portal's tables, in a straightforward implementation without tuning.
"""

from typing import Any

from django.db.models import Count, QuerySet
from django_filters import rest_framework as filters
from rest_framework import authentication, exceptions, generics, pagination, serializers
from rest_framework.filters import OrderingFilter, SearchFilter
from rest_framework.permissions import IsAuthenticated

from portal_backend.accounts.models import Token, User
from portal_backend.accounts.sessions import hash_token
from portal_backend.repairs.models import Repair
from portal_backend.workflow.models import ServiceRequest


class TokenAuthentication(authentication.BaseAuthentication):
    """DRF authentication with the portal's session tokens."""

    def authenticate(self, request: Any) -> tuple[User, Token] | None:
        """Return the user and token; raise for an unknown token or a locked user."""
        row = Token.objects.select_related("user").filter(digest=hash_token(request.headers["Authorization"])).first()
        if row is None or row.user.locked:
            raise exceptions.AuthenticationFailed
        return row.user, row


class Page(pagination.PageNumberPagination):
    """Pages of ten rows with an exact total."""

    page_size = 10
    page_size_query_param = "size"


class RequestSerializer(serializers.ModelSerializer[ServiceRequest]):
    """The columns of a row of the portal's list."""

    client_username = serializers.CharField(source="created_by.username")
    client_name = serializers.CharField(source="client.name")
    units = serializers.IntegerField()

    class Meta:
        model = ServiceRequest
        fields = [
            *(
                "id",
                "number",
                "client_username",
                "client_name",
                "status",
                "responsible_role",
                "created_at",
                "updated_at",
            ),
            *("completed_at", "confirm_delivery_by", "units"),
        ]


class RequestFilter(filters.FilterSet):
    """The filters of the portal's list."""

    status = filters.MultipleChoiceFilter(choices=[(name, name) for name in ("IN_TRANSIT", "IN_SERVICE", "COMPLETED")])

    class Meta:
        model = ServiceRequest
        fields = ["status", "client"]


class Repairs(generics.ListAPIView[ServiceRequest]):
    """Repairs in the scope of the user."""

    serializer_class = RequestSerializer
    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]
    pagination_class = Page
    filter_backends = [filters.DjangoFilterBackend, SearchFilter, OrderingFilter]
    filterset_class = RequestFilter
    ordering_fields = ["number", "created_by__username", "status", "created_at", "updated_at", "completed_at"]
    search_fields = ["number", "client__name", "service__name", "repair__units__serial_number"]
    closed = False

    def get_queryset(self) -> QuerySet[ServiceRequest]:
        """Return the open or closed repairs with their number of units."""
        rows = ServiceRequest.objects.filter(kind="REPAIR", deleted_at=None, completed_at__isnull=not self.closed)
        if self.request.user.client_id:
            rows = rows.filter(client_id=self.request.user.client_id)
        return (
            rows.select_related("client", "created_by").annotate(units=Count("repair__units")).order_by("-created_at")
        )


assert Repair.units  # the search field above uses this relation
