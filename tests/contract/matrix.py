"""The matrix of one status of one kind: everybody at every call, the exact answer, and what it changed.

What is expected is derived from the contract's tables (expecting.py); nothing here knows what the server declares.
"""

from django.db import transaction

from portal_backend.base.actor import Role
from portal_backend.workflow.models import Request, StatusChange
from tests import factories
from tests.caller import Answered, Caller
from tests.contract.expecting import AIMS, Aim, applies, expected
from tests.contract.registry import Call, Entry, Target
from tests.contract.rows import changed, dump
from tests.factories import Person
from tests.walks import WALKS

MAY_DIFFER = frozenset({"X-Request-Id"})  # headers that differ between two answers


class Matrix:
    """All cells of one status of one kind: three requests in it, and everybody."""

    def __init__(self, caller: Caller, entry: Entry, status: str) -> None:
        self.caller, self.entry, self.status = caller, entry, status
        self.world = factories.world()
        own, ready = self._made(self.world.client), self._made(self.world.client)
        other = self._made(self.world.client2)
        WALKS[entry.kind].fill(self.world, ready, "")
        aims = {"own": own, "ready": ready, "other": other, "malformed": own, "stale": own}
        self.targets: dict[Aim, Target] = {aim: entry.aim(request) for aim, request in aims.items()}  # type: ignore[misc]
        self.targets["missing"] = entry.lost(self.targets["own"])
        self.strangers = self._strangers()
        self.wrong: list[str] = []
        self.cells = 0

    def _made(self, by: Person) -> Request:
        request = factories.request(self.entry.kind, self.world, self.status, by=by)
        self.entry.equip(request)
        return request

    def answer(self, call: Call, aim: Aim, actor: Person | str | None) -> Answered:
        """Make the call as one cell wants it."""
        target = self.targets[aim]
        query, body = call.query(target), call.body(target)
        if aim == "stale":
            query["version"] = 10_000
        if aim == "malformed" and call.id_in.startswith("body."):
            body[call.id_in.removeprefix("body.")] = "12x"
        elif aim == "malformed":
            query[call.id_in] = "12x"
        return self.caller.call(call.verb, call.address(target), actor, body=body, **query)

    def hold(self, call: Call, aim: Aim, who: str, wanted: str, answered: Answered) -> None:
        """Count a cell and note it where it is wrong."""
        self.cells += 1
        if answered.verdict != wanted:
            self.wrong.append(f"{call.name} {aim} by {who} in {self.status}: {answered.verdict}, not {wanted}")

    def _strangers(self) -> list[tuple[str, str | None, str]]:
        """Nobody, an unknown token, an expired session and a locked user, and what they are told at every call."""
        locked = factories.person("locked", Role.ADMIN)
        locked.user.locked = True
        locked.user.save()
        return [
            ("nobody", None, "401 TOKEN_INVALID"),
            ("an unknown token", "never-given", "401 TOKEN_INVALID"),
            ("an expired session", factories.session(self.world.admin.user, expired=True), "401 TOKEN_EXPIRED"),
            ("a locked user", locked.token, "401 TOKEN_INVALID"),
        ]


def check_effect(matrix: Matrix, call: Call, aim: Aim, actor: Person) -> None:
    """Make an allowed write in a transaction that is undone, and see that it did what it says and no more."""
    target = matrix.targets[aim]
    request = Request.objects.get(pk=target.id)
    rows = StatusChange.objects.filter(request=request)
    before = rows.count()
    with transaction.atomic():
        answered = matrix.answer(call, aim, actor)
        matrix.hold(call, aim, actor.role, "200", answered)
        now = Request.objects.get(pk=target.id)
        news = list(rows.order_by("pk")[before:].values_list("old_status", "new_status", "user_id", "role"))
        transaction.set_rollback(True)
    if answered.status != 200:
        return
    problems = []
    if now.version != request.version + 1:
        problems.append(f"version {request.version} became {now.version}")
    if call.effect in ("continue", "choice"):
        allowed = matrix.entry.table[request.status].next
        if call.effect == "choice":
            allowed = frozenset({call.query(target)["status"]})
        if now.status not in allowed:
            problems.append(f"moved to {now.status}, not to {sorted(allowed)}")
        if news != [(request.status, now.status, actor.id, actor.role)]:
            problems.append(f"history got {news}")
        table = matrix.entry.table[now.status]
        if now.waits_for != table.waits_for or (now.completed_at is not None) != table.terminal:
            problems.append(f"waits for {now.waits_for}, completed at {now.completed_at}")
        _told(problems, answered.data["status"]["key"] == now.status, "another status is told")
    elif now.status != request.status or news:
        problems.append(f"moved to {now.status} with history {news}")
    if call.effect in ("save", "continue", "choice"):
        _told(problems, answered.data["version"] == now.version, "another version is told")
        flag = answered.data.get("isAllowedToContinue", answered.data.get("allowedToContinue"))
        _told(problems, isinstance(flag, bool), "it is not told whether to continue")
    if call.effect == "delete":
        _told(problems, now.deleted_at is not None, "not deleted")
    matrix.wrong += [f"{call.name} {aim} by {actor.role} in {request.status}: {problem}" for problem in problems]


def _told(problems: list[str], good: bool, problem: str) -> None:
    if not good:
        problems.append(problem)


def judge(matrix: Matrix) -> None:
    """Go through all cells; `matrix.wrong` tells what was not as the contract says."""
    before = dump()
    for call in matrix.entry.calls:
        for who, token, wanted in matrix.strangers:
            matrix.hold(call, "own", who, wanted, matrix.answer(call, "own", token))
        not_found = []
        allowed: list[tuple[Aim, Person]] = []
        for aim in (each for each in AIMS if applies(call, each)):
            for role, person in matrix.world.one_of_each_role.items():
                wanted = expected(matrix.entry, call, role, matrix.status, aim)
                if wanted == "200" and call.effect != "read":
                    allowed.append((aim, person))
                    continue
                answered = matrix.answer(call, aim, person)
                matrix.hold(call, aim, role, wanted, answered)
                if answered.status == 404:
                    not_found.append((answered.data, _headers(answered)))
        tables_changed = changed(before, after := dump())
        before = after
        # who exported what is kept
        if tables_changed and not ("/files/export/" in call.name and tables_changed == ["audit_entry"]):
            matrix.wrong.append(f"{call.name} in {matrix.status}: a refused call or a read wrote to {tables_changed}")
        if not_found and not_found != [not_found[0]] * len(not_found):
            matrix.wrong.append(f"{call.name} in {matrix.status}: another's and a missing object are told apart")
        for aim, person in allowed:
            check_effect(matrix, call, aim, person)


def _headers(answered: Answered) -> dict[str, str]:
    return {name: value for name, value in answered.headers.items() if name not in MAY_DIFFER}
