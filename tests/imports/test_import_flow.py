"""Flow of an import: review, correction, writing, undo."""

import json

import pytest
from openpyxl import Workbook

from portal_backend.accounts.models import Token
from portal_backend.catalogue.models import Part
from portal_backend.core.actor import Role
from portal_backend.imports.models import ImportRun
from portal_backend.jobs.worker import run_pending_jobs
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.imports.import_client import (
    HEADER_LINE,
    ROWS,
    ImportClient,
    build_workbook,
    paste,
    save_workbook,
    upload,
)

pytestmark = pytest.mark.django_db


def get_verdicts(importing: ImportClient) -> dict[int, str]:
    return {each["number"]: each["verdict"] for each in importing.rows()}


def test_validates_sure_columns_at_once_and_writes_after_review(caller: ApiClient, world: World) -> None:
    before = Part.objects.count()
    importing = paste(caller, world.admin, ROWS)
    assert importing.run["state"] == "REVIEW"
    assert importing.counts == (2, 0, 0, 0)
    assert Part.objects.count() == before
    importing.write()
    assert importing.run["state"] == "DONE"
    part = Part.objects.get(number="007")
    assert (part.model, part.manufacturer, part.category.key, part.enabled) == ("M1", "Acme", "HANDHELD", True)
    assert part.description_en == part.description_es == "A thing"
    assert set(part.service_categories.values_list("key", flat=True)) == {"REPAIR", "PARTS"}


def test_importing_same_file_again_changes_nothing(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS).write()
    again = paste(caller, world.admin, ROWS)
    assert again.counts == (0, 0, 2, 0)
    assert not again.run["canWrite"]
    caller.post(f"{again.path}/write", {}, actor=world.admin).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")


def test_matches_existing_record_ignoring_case_and_shows_changes(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS).write()
    changing = paste(caller, world.admin, "Number\tManufacturer\tModel\n007\tACME\tM1\n8\tAcme\tM2-b\n9\tAcme\tM3\n")
    assert (changing.run["state"], changing.run["missing"]) == ("COLUMNS", ["category", "descriptionEn"])
    changing.set_columns({"Number": "number", "Manufacturer": "manufacturer", "Model": "model"})
    assert changing.counts == (0, 2, 0, 1)
    assert [each["old"] for each in changing.rows("CHANGE")] == [{"manufacturer": "Acme"}, {"model": "M2"}]
    assert changing.row(4)["errors"] == {
        "category": ["Required!"],
        "descriptionEn": ["Required!"],
        "descriptionEs": ["Required!"],
    }


@pytest.mark.split
def test_fixed_value_applies_to_rows_without_column(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, "Number\tManufacturer\tModel\tDescription\n9\tAcme\tM3\tA thing\n")
    fields = {"Number": "number", "Manufacturer": "manufacturer", "Model": "model", "Description": "descriptionEn"}
    importing.set_columns(fields, category="Handheld")
    assert importing.row(2)["cells"]["category"] == "Handheld"
    importing.write()
    assert Part.objects.get(number="9").category.key == "HANDHELD"


def test_warns_of_rows_without_value_needed_in_use(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS).write()
    lines = ["Category\tNumber\tModel\tManufacturer\tDescription", "Handheld\t007\tM1-b\tAcme\tA thing"]
    lines += [f"{kind}\t{number}\tM\tAcme\tx" for kind, number in (("Handheld", 9), ("Handheld", 10), ("Drone", 11))]
    importing = paste(caller, world.admin, "\n".join(lines))
    fields = {each["key"]: each["neededInUse"] for each in importing.run["fields"] if each["neededInUse"]}
    note = "Clients can only choose parts that have a service category."
    assert fields == {"serviceCategories": note}
    # the part that exists has some, and rows with errors are not written
    assert importing.counts == (2, 1, 0, 1)
    assert importing.run["counts"]["withoutValue"] == {"serviceCategories": 2}
    assert [each["notes"].get("serviceCategories") for each in importing.rows()] == [None, [note], [note], None]
    assert importing.correct(3, serviceCategories="Repair")["counts"]["withoutValue"] == {"serviceCategories": 1}
    importing.run_jobs().set_columns(importing.fields, serviceCategories="Repair, Parts")
    assert importing.run["counts"]["withoutValue"] == {"serviceCategories": 0}
    importing.write(skip_wrong=True)
    assert Part.objects.get(number="10").service_categories.count() == 2
    # written without it, the parts are still without it the next time
    paste(caller, world.admin, "\n".join([*lines[:1], "Handheld\t12\tM\tAcme\tx"])).write()
    again = paste(caller, world.admin, "\n".join([*lines[:1], "Handheld\t12\tM\tAcme\tx"]))
    assert (again.counts, again.run["counts"]["withoutValue"]) == ((0, 0, 1, 0), {"serviceCategories": 1})


@pytest.mark.split
def test_value_for_all_rows_keeps_what_records_have(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS).write()
    before = set(Part.objects.get(number="007").service_categories.values_list("pk", flat=True))
    lines = ["Category\tNumber\tModel\tManufacturer\tDescription", "Handheld\t007\tM1-b\tAcme\tA thing"]
    importing = paste(caller, world.admin, "\n".join([*lines, "Handheld\t9\tM\tAcme\tx"]))
    importing.run_jobs().set_columns(importing.fields, serviceCategories="Repair").write()
    assert len(before) == 2
    assert set(Part.objects.get(number="007").service_categories.values_list("pk", flat=True)) == before
    assert Part.objects.get(number="9").service_categories.count() == 1


@pytest.mark.split
def test_blank_cell_keeps_existing_value(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS).write()
    again = paste(caller, world.admin, f"{HEADER_LINE}\t007\tM1-b\tAcme\t\t\n")
    assert again.row(2)["old"] == {"model": "M1"}
    again.write()
    part = Part.objects.get(number="007")
    assert (part.model, part.description_en, part.service_categories.count()) == ("M1-b", "A thing", 2)


def test_rows_with_errors_come_first_on_every_page(caller: ApiClient, world: World) -> None:
    known = "".join(f"Handheld\t{number}\tM{number}\tAcme\tx\tREPAIR\n" for number in (1, 2))
    paste(caller, world.admin, HEADER_LINE + known).write()
    lines = [
        "Handheld\t1\tM1\tAcme\tx\tREPAIR",
        "Handheld\t3\tM3\tAcme\tx\tREPAIR",
        "Handheld\t2\tnew\tAcme\tx\tREPAIR",
    ]
    lines += ["Drone\t4\tM\tAcme\tx\tREPAIR", "Drone\t5\tM\tAcme\tx\tREPAIR"]
    importing = paste(caller, world.admin, HEADER_LINE + "\n".join(lines))
    pages = [caller.get(f"{importing.path}/rows", actor=world.admin, size=2, page=page).ok for page in range(4)]
    assert {page["totalElements"] for page in pages} == {5}
    found = [[(each["number"], each["verdict"]) for each in page["content"]] for page in pages]
    assert found == [[(5, "WRONG"), (6, "WRONG")], [(4, "CHANGE"), (3, "CREATE")], [(2, "SAME")], []]
    wrong = caller.get(f"{importing.path}/rows", actor=world.admin, size=1, page=1, only="WRONG").ok
    assert [each["number"] for each in wrong["content"]] == [6]


@pytest.mark.split
def test_wrong_row_has_errors_and_can_be_corrected(caller: ApiClient, world: World) -> None:
    importing = paste(
        caller, world.admin, f"{HEADER_LINE}Drone\t9\t\tAcme\tx\tREPAIR\nHandheld\t10\tM\tAcme\ty\tREPAIR\n"
    )
    assert importing.counts == (1, 0, 0, 1)
    assert importing.row(2)["errors"] == {
        "category": ["“Drone” isn't one of: Handheld"],
        "model": ["Required!"],
    }
    assert [each["number"] for each in importing.rows("WRONG")] == [2]
    caller.post(f"{importing.path}/write", {}, actor=world.admin).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    response = importing.correct(2, category="handheld")
    assert response["row"]["errors"] == {"model": ["Required!"]}
    response = importing.correct(2, model="M9")
    assert (response["row"]["verdict"], response["counts"]["wrong"]) == ("CREATE", 0)
    importing.run_jobs().write()
    assert Part.objects.get(number="9").model == "M9"


@pytest.mark.split
def test_wrong_rows_can_be_skipped(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, f"{ROWS}Drone\t9\tM\tAcme\tx\tREPAIR\n")
    importing.write(skip_wrong=True)
    assert importing.run["state"] == "DONE"
    assert set(Part.objects.filter(manufacturer="Acme").values_list("number", flat=True)) == {"007", "8"}


def test_duplicate_key_is_wrong_until_corrected(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, f"{ROWS}Handheld\t8\tM3\tACME\tThird\tREPAIR\n")
    assert get_verdicts(importing) == {2: "CREATE", 3: "CREATE", 4: "WRONG"}
    assert importing.row(4)["errors"]["number"] == ["Duplicate of row 3"]
    response = importing.correct(3, number="8-b")
    assert [(each["number"], each["verdict"]) for each in response["others"]] == [(4, "CREATE")]
    assert response["counts"]["wrong"] == 0
    response = importing.correct(3, number="8")
    assert [(each["number"], each["verdict"]) for each in response["others"]] == [(4, "WRONG")]


def test_remembers_headings_per_user(caller: ApiClient, world: World) -> None:
    rows = build_workbook(["Sorte", "Nr.", "Bez", "Werk", "Text"], ["Handheld", "X-1", "A", "Acme", "Words"])
    meaning = {"Sorte": "category", "Nr.": "number", "Bez": "model", "Werk": "manufacturer", "Text": "descriptionEn"}
    first = upload(caller, world.admin, rows, "teile.xlsx")
    assert first.run["state"] == "COLUMNS"
    first.set_columns(meaning)
    assert first.counts == (1, 0, 0, 0)
    again = upload(caller, world.admin, rows, "teile.xlsx")
    assert (again.run["state"], again.fields) == ("REVIEW", meaning)
    assert all(each["remembered"] for each in again.run["columns"])
    other = factories.person("second-admin", Role.ADMIN)
    assert upload(caller, other, rows, "teile.xlsx").run["state"] == "COLUMNS", "another user said nothing"


def test_history_is_filtered_by_target(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS)
    paste(caller, world.admin, "Kind,Text\n", "predefined-services")
    for target, count in ((["parts"], 1), (["predefined-services"], 1), (["parts", "predefined-services"], 2)):
        rows = caller.get("/api/rest/imports", actor=world.admin, filter=json.dumps({"target": target})).ok
        assert len(rows) == count
        assert {each["target"]["key"] for each in rows} == set(target)
    wrong = caller.get("/api/rest/imports", actor=world.admin, filter='{"target": ["nothing"]}')
    wrong.assert_error(400, "VALIDATION")


@pytest.mark.split
def test_session_expiry_during_review_loses_no_corrections(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS)
    importing.correct(2, model="M1-b")
    Token.objects.filter(user=world.admin.user).delete()
    caller.put(f"{importing.path}/rows/3", {"cells": {"model": "lost"}}, actor=world.admin).assert_error(
        401, "TOKEN_INVALID"
    )
    importing.actor = Person(world.admin.user, factories.session(world.admin.user))
    assert importing.row(2)["cells"]["model"] == "M1-b"
    importing.run_jobs().write()
    assert set(Part.objects.filter(manufacturer="Acme").values_list("model", flat=True)) == {"M1-b", "M2"}


@pytest.mark.split
def test_cancel_before_writing(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS)
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "CANCELLED"
    caller.post(f"{importing.path}/write", {}, actor=world.admin).assert_error(409, "STALE")


def test_cancel_of_waiting_import_is_immediate(caller: ApiClient, world: World) -> None:
    run = caller.post("/imports/text", {"text": ROWS}, actor=world.admin, target="parts").ok
    assert run["state"] == "READING"
    assert caller.post(f"/imports/{run['id']}/cancel", {}, actor=world.admin).ok["state"] == "CANCELLED"
    assert run_pending_jobs() == 0


def test_version_conflict_rejects_write(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS)
    old = importing.run["version"]
    importing.correct(2, model="M1-b")
    caller.post(f"{importing.path}/write", {}, actor=world.admin, version=old).assert_error(409, "STALE")


@pytest.mark.split
def test_imports_of_other_users_are_not_found(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS)
    for path in ("", "/rows", "/wrong/xlsx"):
        caller.get(f"{importing.path}{path}", actor=world.client).assert_error(404, "NOT_FOUND")
    for verb, path in (("post", "write"), ("post", "cancel"), ("post", "undo"), ("put", "rows/2")):
        body = {"cells": {}} if verb == "put" else {}
        caller.call(verb.upper(), f"{importing.path}/{path}", world.client, body=body).assert_error(404, "NOT_FOUND")


@pytest.mark.split
def test_role_without_permission_cannot_import(caller: ApiClient, world: World) -> None:
    for person in (world.client, world.service, world.supervisor, world.manager):
        response = caller.post("/imports/text", {"text": ROWS}, actor=person, target="parts")
        response.assert_error(403, "FORBIDDEN")
    caller.post("/imports/text", {"text": ROWS}, actor=world.admin, target="nothing").assert_error(404, "NOT_FOUND")
    assert not ImportRun.objects.exists()


def test_matches_existing_part_number_in_other_spelling(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, f"{HEADER_LINE}Handheld\tVM-250\tM1\tAcme\tA thing\tRepair\n").write()
    again = paste(caller, world.admin, f"{HEADER_LINE}Handheld\tvm 250\tM1\tACME.\tA thing\tRepair\n")
    assert again.counts == (0, 0, 1, 0), "nothing changes"
    assert again.row(2)["notes"]["number"] == ["“vm 250” was read as “VM-250”, which already exists."]


def test_folded_duplicates_within_file_are_wrong(caller: ApiClient, world: World) -> None:
    rows = f"{HEADER_LINE}Handheld\tN 1\tM1\tAcme\tA thing\tRepair\nHandheld\tN1\tM2\tAcme\tA thing\tRepair\n"
    importing = paste(caller, world.admin, rows)
    assert importing.counts == (1, 0, 0, 1)
    assert importing.row(3)["errors"]["number"] == ["Duplicate of row 2"]


def test_existing_parts_with_similar_numbers_match_exactly(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, f"{HEADER_LINE}Handheld\tN 1\tM1\tAcme\tA thing\tRepair\n").write()
    category = Part.objects.get(number="N 1").category
    Part.objects.create(
        category=category, number="N1", model="M2", manufacturer="Acme", description_en="-", description_es="-"
    )
    rows = "Manufacturer\tNumber\tModel\nAcme\tN 1\tM1\nAcme\tN1\tM2\n"
    importing = paste(caller, world.admin, rows)
    importing.set_columns({"Manufacturer": "manufacturer", "Number": "number", "Model": "model"})
    assert importing.counts == (0, 0, 2, 0)


def test_does_not_remember_duplicate_headings(caller: ApiClient, world: World) -> None:
    head = "Category\tNumber\tModel\tManufacturer\tDescription\tDescription\tService categories\n"
    twice = paste(caller, world.admin, f"{head}Handheld\t1\tM\tAcme\tone\ttwo\tRepair\n")
    columns = [{"index": each["index"], "field": each["field"]} for each in twice.run["columns"]]
    assert [each["field"] for each in columns].count("descriptionEn") == 1
    body = {"sheet": 0, "headerRow": 1, "columns": columns}
    assert caller.put(f"{twice.path}/columns", body, actor=world.admin).status == 200
    clean = paste(caller, world.admin, f"{HEADER_LINE}Handheld\t1\tM\tAcme\tone\tRepair\n")
    assert (clean.run["state"], clean.fields["Description"]) == ("REVIEW", "descriptionEn")


@pytest.mark.split
def test_notes_hidden_row_once_and_writes_it(caller: ApiClient, world: World) -> None:
    workbook = Workbook()
    worksheet = workbook.worksheets[0]
    worksheet.append(["Number", "Model", "Manufacturer", "Description", "Category", "Service categories"])
    worksheet.append(["HID-1", "Probe", "Maker", "A probe", "Handheld", "Repair"])
    worksheet.row_dimensions[2].hidden = True
    importing = upload(caller, world.admin, save_workbook(workbook), "hidden.xlsx")
    (row,) = importing.rows()
    assert row["verdict"] == "CREATE"
    assert sum(len(messages) for messages in row["notes"].values()) == 1
    assert row["notes"]["number"] == ["This row is hidden in the file. It is imported like the others."]
