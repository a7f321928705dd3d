"""Role matrix of one status of a request type: every role at every call.

Checked are the exact response and the effect. Expectations come from the contract's tables only (expected_answers.py).
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

MAY_DIFFER = frozenset({"X-Request-Id"})  # headers that differ between two responses


class Matrix:
    """The cases of one status: three requests in it, and all callers."""

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
        """Send the call of a case and return the response."""
        target = self.targets[aim]
        query, body = call.query(target), call.body(target)
        if aim == "stale":
            query["version"] = 10_000
        if aim == "malformed" and call.id_in.startswith("body."):
            body[call.id_in.removeprefix("body.")] = "12x"
        elif aim == "malformed":
            query[call.id_in] = "12x"
        return self.caller.call(call.verb, call.address(target), actor, body=body, **query)

    def hold(self, call: Call, aim: Aim, who: str, expected_verdict: str, response: Answered) -> None:
        """Count a case and record it if the verdict is wrong."""
        self.cells += 1
        if response.verdict != expected_verdict:
            self.wrong.append(
                f"{call.name} {aim} by {who} in {self.status}: {response.verdict}, not {expected_verdict}"
            )

    def _strangers(self) -> list[tuple[str, str | None, str]]:
        """Return callers without a valid session, with the expected verdict.

        These are no token, an unknown token, an expired session and a locked user.
        """
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
    """Make an allowed write, check its exact effect, and roll it back."""
    target = matrix.targets[aim]
    request = Request.objects.get(pk=target.id)
    rows = StatusChange.objects.filter(request=request)
    before = rows.count()
    with transaction.atomic():
        response = matrix.answer(call, aim, actor)
        matrix.hold(call, aim, actor.role, "200", response)
        now = Request.objects.get(pk=target.id)
        new_history = list(rows.order_by("pk")[before:].values_list("old_status", "new_status", "user_id", "role"))
        transaction.set_rollback(True)
    if response.status != 200:
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
        if new_history != [(request.status, now.status, actor.id, actor.role)]:
            problems.append(f"history got {new_history}")
        table = matrix.entry.table[now.status]
        if now.waits_for != table.waits_for or (now.completed_at is not None) != table.terminal:
            problems.append(f"waits for {now.waits_for}, completed at {now.completed_at}")
        _told(problems, response.data["status"]["key"] == now.status, "another status is told")
    elif now.status != request.status or new_history:
        problems.append(f"moved to {now.status} with history {new_history}")
    if call.effect in ("save", "continue", "choice"):
        _told(problems, response.data["version"] == now.version, "another version is told")
        flag = response.data.get("isAllowedToContinue", response.data.get("allowedToContinue"))
        _told(problems, isinstance(flag, bool), "it is not told whether to continue")
    if call.effect == "delete":
        _told(problems, now.deleted_at is not None, "not deleted")
    matrix.wrong += [f"{call.name} {aim} by {actor.role} in {request.status}: {problem}" for problem in problems]


def _told(problems: list[str], good: bool, problem: str) -> None:
    if not good:
        problems.append(problem)


def judge(matrix: Matrix) -> None:
    """Check all cases; `matrix.wrong` lists the differences from the contract."""
    before = dump()
    for call in matrix.entry.calls:
        for who, token, expected_verdict in matrix.strangers:
            matrix.hold(call, "own", who, expected_verdict, matrix.answer(call, "own", token))
        not_found = []
        allowed: list[tuple[Aim, Person]] = []
        for aim in (each for each in AIMS if applies(call, each)):
            for role, person in matrix.world.one_of_each_role.items():
                expected_verdict = expected(matrix.entry, call, role, matrix.status, aim)
                if expected_verdict == "200" and call.effect != "read":
                    allowed.append((aim, person))
                    continue
                response = matrix.answer(call, aim, person)
                matrix.hold(call, aim, role, expected_verdict, response)
                if response.status == 404:
                    not_found.append((response.data, _headers(response)))
        tables_changed = changed(before, after := dump())
        before = after
        # exports are written to the activity log
        if tables_changed and not ("/files/export/" in call.name and tables_changed == ["audit_entry"]):
            matrix.wrong.append(f"{call.name} in {matrix.status}: a refused call or a read wrote to {tables_changed}")
        if not_found and not_found != [not_found[0]] * len(not_found):
            matrix.wrong.append(f"{call.name} in {matrix.status}: another's and a missing object are told apart")
        for aim, person in allowed:
            check_effect(matrix, call, aim, person)


def _headers(response: Answered) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name not in MAY_DIFFER}
