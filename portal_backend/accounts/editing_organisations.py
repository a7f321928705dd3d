"""Edit Clients, Services and client lists (contract section 2, spec 2.4)."""

import logging
from collections.abc import Sequence

from django.db import IntegrityError, transaction

from portal_backend.accounts.actions import follow_clients
from portal_backend.accounts.admin_schemas import (
    EditedClientIn,
    ServiceIn,
)
from portal_backend.accounts.models import Client, Service, User
from portal_backend.accounts.named import chosen_service, locked_user, refuse_taken, taken
from portal_backend.accounts.versions import (
    client_values,
    manager_values,
    named_changes,
    service_values,
)
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import invalid_field, not_found
from portal_backend.base.folding import same
from portal_backend.resources.form import check_version_of

log = logging.getLogger("portal.accounts")


def edit_client(data: EditedClientIn, *, actor: Actor, version: str = "") -> Client:
    """Change the name, country and Service of a Client.

    Raises 400, 404, 409 CLIENT_EXISTS or STALE.
    """
    try:
        with transaction.atomic():
            service = chosen_service(data.service, "service")
            client = Client.objects.select_for_update().filter(name=data.old_client_name).first()
            if client is None:
                raise not_found()
            before = client_values(client)
            check_version_of(before, version)
            others = Client.objects.exclude(pk=client.pk)
            refuse_taken(others.filter(same(name=data.new_client_name)), "CLIENT_EXISTS", "newClientName")
            client.name = data.new_client_name
            client.country_code = data.country_code
            client.service = service
            client.save()
            changed = named_changes(before, client_values(client))
            record(Event.CLIENT_EDITED, client.name, actor=actor, subject=("clients", client.pk), changed=changed)
    except IntegrityError:
        raise taken("CLIENT_EXISTS", "newClientName") from None
    log.info("client %s edited by=%s service=%s name=%r", client.pk, actor.username, client.service_id, client.name)
    return client


def edit_service(data: ServiceIn, *, actor: Actor, version: str = "") -> Service:
    """Change the details of a Service.

    Raises 400 if the contact user is not a user of the Service, 404, 409 SERVICE_EXISTS or STALE.
    """
    try:
        with transaction.atomic():
            service = Service.objects.select_for_update().filter(name=data.old_service_name).first()
            if service is None:
                raise not_found()
            person = User.objects.filter(username=data.service_contact_username, service=service).first()
            if data.service_contact_username and person is None:
                raise invalid_field("serviceContactUsername", "choice")
            before = service_values(service)
            check_version_of(before, version)
            others = Service.objects.exclude(pk=service.pk)
            refuse_taken(others.filter(same(name=data.new_service_name)), "SERVICE_EXISTS", "newServiceName")
            service.name = data.new_service_name
            service.contact_user = person
            service.price = data.price
            service.support_special_services = data.support_special_services
            service.save()
            changed = named_changes(before, service_values(service))
            record(Event.SERVICE_EDITED, service.name, actor=actor, subject=("services", service.pk), changed=changed)
    except IntegrityError:
        raise taken("SERVICE_EXISTS", "newServiceName") from None
    log.info("service %s edited by=%s price=%s name=%r", service.pk, actor.username, service.price, service.name)
    return service


@transaction.atomic
def set_manager_clients(username: str, ids: Sequence[int], *, actor: Actor, version: str = "") -> None:
    """Replace the list of Clients that a manager follows.

    Raises 400, 404 or 409 STALE.
    """
    manager = locked_user(username)
    if manager.role != Role.SUSTAINABILITY_MANAGER:
        raise invalid_field("specifiedUsername", "choice")
    clients = list(Client.objects.filter(pk__in=ids))
    if len(clients) != len(set(ids)):
        raise invalid_field("clients", "choice")
    before = manager_values(manager)
    check_version_of(before, version)
    follow_clients(manager, clients)
    changed = named_changes(before, {"clients": sorted(set(ids))})
    record(Event.MANAGER_CLIENTS, manager.username, actor=actor, subject=("contacts", manager.pk), changed=changed)
    log.info("clients of manager %s set by=%s clients=%s", manager.username, actor.username, sorted(set(ids)))
