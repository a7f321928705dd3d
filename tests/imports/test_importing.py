"""Rows of a spreadsheet on their way into a list: reviewed, corrected, written in one go, taken back."""

import json

import pytest
from openpyxl import Workbook

from portal_backend.accounts.models import Token
from portal_backend.base.actor import Role
from portal_backend.catalogue.models import Part
from portal_backend.imports.models import ImportRun
from portal_backend.jobs.doing import do_waiting_jobs
from tests import factories
from tests.caller import Caller
from tests.factories import Person, World
from tests.imports.importing import HEAD, ROWS, Importing, book, paste, saved, upload

pytestmark = pytest.mark.django_db


def verdicts(importing: Importing) -> dict[int, str]:
    return {each["number"]: each["verdict"] for each in importing.rows()}


def test_what_is_sure_is_checked_at_once_and_nothing_is_written_before_it_was_reviewed(
    caller: Caller, here: World
) -> None:
    before = Part.objects.count()
    importing = paste(caller, here.admin, ROWS)
    assert importing.run["state"] == "REVIEW"
    assert importing.counts == (2, 0, 0, 0)
    assert Part.objects.count() == before
    importing.write()
    assert importing.run["state"] == "DONE"
    part = Part.objects.get(number="007")
    assert (part.model, part.manufacturer, part.category.key, part.enabled) == ("M1", "Acme", "HANDHELD", True)
    assert part.description_en == part.description_es == "A thing"
    assert set(part.service_categories.values_list("key", flat=True)) == {"REPAIR", "PARTS"}


def test_the_same_file_again_changes_nothing(caller: Caller, here: World) -> None:
    paste(caller, here.admin, ROWS).write()
    again = paste(caller, here.admin, ROWS)
    assert again.counts == (0, 0, 2, 0)
    assert not again.run["canWrite"]
    caller.post(f"{again.path}/write", {}, actor=here.admin).refused(409, "NOT_ALLOWED_TO_CONTINUE")


def test_a_known_row_is_found_whatever_its_case_and_shows_what_it_changes(caller: Caller, here: World) -> None:
    paste(caller, here.admin, ROWS).write()
    changing = paste(caller, here.admin, "Number\tManufacturer\tModel\n007\tACME\tM1\n8\tAcme\tM2-b\n9\tAcme\tM3\n")
    assert (changing.run["state"], changing.run["missing"]) == ("COLUMNS", ["category", "descriptionEn"])
    changing.take({"Number": "number", "Manufacturer": "manufacturer", "Model": "model"})
    assert changing.counts == (0, 2, 0, 1)
    assert [each["old"] for each in changing.rows("CHANGE")] == [{"manufacturer": "Acme"}, {"model": "M2"}]
    assert changing.row(4)["errors"] == {
        "category": ["Required!"],
        "descriptionEn": ["Required!"],
        "descriptionEs": ["Required!"],
    }


def test_what_no_column_brings_may_be_the_same_for_all_rows(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, "Number\tManufacturer\tModel\tDescription\n9\tAcme\tM3\tA thing\n")
    fields = {"Number": "number", "Manufacturer": "manufacturer", "Model": "model", "Description": "descriptionEn"}
    importing.take(fields, category="Handheld")
    assert importing.row(2)["cells"]["category"] == "Handheld"
    importing.write()
    assert Part.objects.get(number="9").category.key == "HANDHELD"


def test_a_blank_cell_leaves_what_is_there(caller: Caller, here: World) -> None:
    paste(caller, here.admin, ROWS).write()
    again = paste(caller, here.admin, f"{HEAD}\t007\tM1-b\tAcme\t\t\n")
    assert again.row(2)["old"] == {"model": "M1"}
    again.write()
    part = Part.objects.get(number="007")
    assert (part.model, part.description_en, part.service_categories.count()) == ("M1-b", "A thing", 2)


def test_a_wrong_row_says_why_and_is_corrected_in_place(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, f"{HEAD}Drone\t9\t\tAcme\tx\tREPAIR\nHandheld\t10\tM\tAcme\ty\tREPAIR\n")
    assert importing.counts == (1, 0, 0, 1)
    assert importing.row(2)["errors"] == {
        "category": ["“Drone” is none of: Handheld"],
        "model": ["Required!"],
    }
    assert [each["number"] for each in importing.rows("WRONG")] == [2]
    caller.post(f"{importing.path}/write", {}, actor=here.admin).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    answer = importing.correct(2, category="handheld")
    assert answer["row"]["errors"] == {"model": ["Required!"]}
    answer = importing.correct(2, model="M9")
    assert (answer["row"]["verdict"], answer["counts"]["wrong"]) == ("CREATE", 0)
    importing.worked().write()
    assert Part.objects.get(number="9").model == "M9"


def test_the_wrong_rows_can_be_left_out(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, f"{ROWS}Drone\t9\tM\tAcme\tx\tREPAIR\n")
    importing.write(skip_wrong=True)
    assert importing.run["state"] == "DONE"
    assert set(Part.objects.filter(manufacturer="Acme").values_list("number", flat=True)) == {"007", "8"}


def test_the_second_of_two_equal_keys_is_wrong_until_one_of_them_is_another(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, f"{ROWS}Handheld\t8\tM3\tACME\tThird\tREPAIR\n")
    assert verdicts(importing) == {2: "CREATE", 3: "CREATE", 4: "WRONG"}
    assert importing.row(4)["errors"]["number"] == ["The same entry stands in row 3 already"]
    answer = importing.correct(3, number="8-b")
    assert [(each["number"], each["verdict"]) for each in answer["others"]] == [(4, "CREATE")]
    assert answer["counts"]["wrong"] == 0
    answer = importing.correct(3, number="8")
    assert [(each["number"], each["verdict"]) for each in answer["others"]] == [(4, "WRONG")]


def test_headings_are_remembered_for_the_next_file_of_the_same_user(caller: Caller, here: World) -> None:
    rows = book(["Sorte", "Nr.", "Bez", "Werk", "Text"], ["Handheld", "X-1", "A", "Acme", "Words"])
    meaning = {"Sorte": "category", "Nr.": "number", "Bez": "model", "Werk": "manufacturer", "Text": "descriptionEn"}
    first = upload(caller, here.admin, rows, "teile.xlsx")
    assert first.run["state"] == "COLUMNS"
    first.take(meaning)
    assert first.counts == (1, 0, 0, 0)
    again = upload(caller, here.admin, rows, "teile.xlsx")
    assert (again.run["state"], again.fields) == ("REVIEW", meaning)
    assert all(each["remembered"] for each in again.run["columns"])
    other = factories.person("second-admin", Role.ADMIN)
    assert upload(caller, other, rows, "teile.xlsx").run["state"] == "COLUMNS", "another user said nothing"


def test_the_history_of_one_list(caller: Caller, here: World) -> None:
    paste(caller, here.admin, ROWS)
    paste(caller, here.admin, "Kind,Text\n", "predefined-services")
    for target, count in ((["parts"], 1), (["predefined-services"], 1), (["parts", "predefined-services"], 2)):
        rows = caller.get("/api/rest/imports", actor=here.admin, filter=json.dumps({"target": target})).ok
        assert len(rows) == count
        assert {each["target"]["key"] for each in rows} == set(target)
    wrong = caller.get("/api/rest/imports", actor=here.admin, filter='{"target": ["nothing"]}')
    wrong.refused(400, "VALIDATION")


def test_a_session_that_ends_during_the_review_loses_nothing(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS)
    importing.correct(2, model="M1-b")
    Token.objects.filter(user=here.admin.user).delete()
    caller.put(f"{importing.path}/rows/3", {"cells": {"model": "lost"}}, actor=here.admin).refused(401, "TOKEN_INVALID")
    importing.by = Person(here.admin.user, factories.session(here.admin.user))
    assert importing.row(2)["cells"]["model"] == "M1-b"
    importing.worked().write()
    assert set(Part.objects.filter(manufacturer="Acme").values_list("model", flat=True)) == {"M1-b", "M2"}


def test_an_import_is_cancelled_before_it_is_written(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS)
    assert caller.post(f"{importing.path}/cancel", {}, actor=here.admin).ok["state"] == "CANCELLED"
    caller.post(f"{importing.path}/write", {}, actor=here.admin).refused(409, "STALE")


def test_an_import_that_waits_for_a_worker_is_cancelled_at_once(caller: Caller, here: World) -> None:
    run = caller.post("/imports/text", {"text": ROWS}, actor=here.admin, target="parts").ok
    assert run["state"] == "READING"
    assert caller.post(f"/imports/{run['id']}/cancel", {}, actor=here.admin).ok["state"] == "CANCELLED"
    assert do_waiting_jobs() == 0


def test_who_saw_an_older_version_is_told(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS)
    old = importing.run["version"]
    importing.correct(2, model="M1-b")
    caller.post(f"{importing.path}/write", {}, actor=here.admin, version=old).refused(409, "STALE")


def test_others_imports_are_not_there(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS)
    for path in ("", "/rows", "/wrong/xlsx"):
        caller.get(f"{importing.path}{path}", actor=here.client).refused(404, "NOT_FOUND")
    for verb, path in (("post", "write"), ("post", "cancel"), ("post", "undo"), ("put", "rows/2")):
        body = {"cells": {}} if verb == "put" else {}
        caller.call(verb.upper(), f"{importing.path}/{path}", here.client, body=body).refused(404, "NOT_FOUND")


def test_only_who_writes_a_list_brings_rows_into_it(caller: Caller, here: World) -> None:
    for person in (here.client, here.service, here.supervisor, here.manager):
        answered = caller.post("/imports/text", {"text": ROWS}, actor=person, target="parts")
        answered.refused(403, "FORBIDDEN")
    caller.post("/imports/text", {"text": ROWS}, actor=here.admin, target="nothing").refused(404, "NOT_FOUND")
    assert not ImportRun.objects.exists()


def test_a_number_that_is_only_written_otherwise_is_the_part_that_exists(caller: Caller, here: World) -> None:
    paste(caller, here.admin, f"{HEAD}Handheld\tVM-250\tM1\tAcme\tA thing\tRepair\n").write()
    again = paste(caller, here.admin, f"{HEAD}Handheld\tvm 250\tM1\tACME.\tA thing\tRepair\n")
    assert again.counts == (0, 0, 1, 0), "nothing changes"
    assert again.row(2)["notes"]["number"] == ["“vm 250” was read as “VM-250”, which exists already."]


def test_look_alike_numbers_of_one_file_are_the_same_entry(caller: Caller, here: World) -> None:
    rows = f"{HEAD}Handheld\tN 1\tM1\tAcme\tA thing\tRepair\nHandheld\tN1\tM2\tAcme\tA thing\tRepair\n"
    importing = paste(caller, here.admin, rows)
    assert importing.counts == (1, 0, 0, 1)
    assert importing.row(3)["errors"]["number"] == ["The same entry stands in row 2 already"]


def test_look_alikes_that_exist_come_back_unchanged(caller: Caller, here: World) -> None:
    paste(caller, here.admin, f"{HEAD}Handheld\tN 1\tM1\tAcme\tA thing\tRepair\n").write()
    category = Part.objects.get(number="N 1").category
    Part.objects.create(
        category=category, number="N1", model="M2", manufacturer="Acme", description_en="-", description_es="-"
    )
    rows = "Manufacturer\tNumber\tModel\nAcme\tN 1\tM1\nAcme\tN1\tM2\n"
    importing = paste(caller, here.admin, rows)
    importing.take({"Manufacturer": "manufacturer", "Number": "number", "Model": "model"})
    assert importing.counts == (0, 0, 2, 0)


def test_two_equal_headings_are_not_remembered(caller: Caller, here: World) -> None:
    head = "Category\tNumber\tModel\tManufacturer\tDescription\tDescription\tService categories\n"
    twice = paste(caller, here.admin, f"{head}Handheld\t1\tM\tAcme\tone\ttwo\tRepair\n")
    columns = [{"index": each["index"], "field": each["field"]} for each in twice.run["columns"]]
    assert [each["field"] for each in columns].count("descriptionEn") == 1
    body = {"sheet": 0, "headerRow": 1, "columns": columns}
    assert caller.put(f"{twice.path}/columns", body, actor=here.admin).status == 200
    clean = paste(caller, here.admin, f"{HEAD}Handheld\t1\tM\tAcme\tone\tRepair\n")
    assert (clean.run["state"], clean.fields["Description"]) == ("REVIEW", "descriptionEn")


def test_notes_a_hidden_row_once_and_writes_it(caller: Caller, here: World) -> None:
    made = Workbook()
    page = made.worksheets[0]
    page.append(["Number", "Model", "Manufacturer", "Description", "Category"])
    page.append(["HID-1", "Probe", "Maker", "A probe", "Handheld"])
    page.row_dimensions[2].hidden = True
    importing = upload(caller, here.admin, saved(made), "hidden.xlsx")
    (row,) = importing.rows()
    assert row["verdict"] == "CREATE"
    assert sum(len(said) for said in row["notes"].values()) == 1
    assert row["notes"]["number"] == ["This row is hidden in the file. It is imported like the others."]
