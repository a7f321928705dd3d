"""Actions on Clients and Services (contract 2, spec 2.4)."""

import logging

from django.db import IntegrityError, transaction

from portal_backend.accounts.edit_versions import diff_with_names, get_client_values, get_service_values
from portal_backend.accounts.models import Client, Service, User
from portal_backend.accounts.schemas import EditedClientIn, ServiceIn
from portal_backend.accounts.selectors import ensure_unique, get_service_or_400, name_taken
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor
from portal_backend.core.errors import get_or_404, invalid_field
from portal_backend.core.text_search import equals_ignoring_case
from portal_backend.resources.form import check_row_version

log = logging.getLogger("portal.accounts")


def edit_client(data: EditedClientIn, *, actor: Actor, version: str = "") -> Client:
    """Change the name, country and Service of a Client.

    Raises 400, 404, 409 CLIENT_EXISTS or STALE.
    """
    try:
        with transaction.atomic():
            service = get_service_or_400(data.service, "service")
            client = get_or_404(Client.objects.select_for_update(), name=data.old_client_name)
            before = get_client_values(client)
            check_row_version(before, version)
            others = Client.objects.exclude(pk=client.pk)
            ensure_unique(
                others.filter(equals_ignoring_case(name=data.new_client_name)), "CLIENT_EXISTS", "newClientName"
            )
            client.name = data.new_client_name
            client.country_code = data.country_code
            client.service = service
            client.save()
            changed = diff_with_names(before, get_client_values(client))
            record_event(
                AuditEvent.CLIENT_EDITED, client.name, actor=actor, object_ref=("clients", client.pk), changed=changed
            )
    except IntegrityError:
        raise name_taken("CLIENT_EXISTS", "newClientName") from None
    log.info("client %s edited by=%s service=%s name=%r", client.pk, actor.username, client.service_id, client.name)
    return client


def edit_service(data: ServiceIn, *, actor: Actor, version: str = "") -> Service:
    """Change the details of a Service.

    Raises 400 if the contact user is not a user of the Service, 404, 409 SERVICE_EXISTS or STALE.
    """
    try:
        with transaction.atomic():
            service = get_or_404(Service.objects.select_for_update(), name=data.old_service_name)
            person = User.objects.filter(username=data.service_contact_username, service=service).first()
            if data.service_contact_username and person is None:
                raise invalid_field("serviceContactUsername", "choice")
            before = get_service_values(service)
            check_row_version(before, version)
            others = Service.objects.exclude(pk=service.pk)
            ensure_unique(
                others.filter(equals_ignoring_case(name=data.new_service_name)), "SERVICE_EXISTS", "newServiceName"
            )
            service.name = data.new_service_name
            service.contact_user = person
            service.price = data.price
            service.support_special_services = data.support_special_services
            service.save()
            changed = diff_with_names(before, get_service_values(service))
            record_event(
                AuditEvent.SERVICE_EDITED,
                service.name,
                actor=actor,
                object_ref=("services", service.pk),
                changed=changed,
            )
    except IntegrityError:
        raise name_taken("SERVICE_EXISTS", "newServiceName") from None
    log.info("service %s edited by=%s price=%s name=%r", service.pk, actor.username, service.price, service.name)
    return service
