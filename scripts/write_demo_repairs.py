#!/usr/bin/env python3
"""Write fixtures/repairs.json from the request plan and the fault bank.

Both sources are in fixtures/sources. Nothing is random: the same sources produce the same file.
"""

import argparse
import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"

# Relative duration of each step.
PACE = {
    "NEW": 1.2,
    "IN_SHIPPING_DETAILS": 2.2,
    "IN_WAITING_FOR_PICK_UP": 1.4,
    "SETTING_TRACKING_NUMBER": 0.8,
    "IN_PICK_UP_ARRANGED": 1.1,
    "IN_TRANSIT": 5.0,
    "IN_WAITING_DIAGNOSTICS": 2.0,
    "IN_DIAGNOSTICS": 4.0,
    "IN_REPAIR_APPROVAL": 2.1,
    "IN_SERVICE": 9.0,
    "IN_TRANSIT_BACK": 2.3,
    "IN_WAITING_COMPLETED": 5.0,
    "COMPLETED": 0.0,
}
STEPS = list(PACE)
EVERYTHING = 1000
CHOICES = {"#": "0123456789", "@": "ABCDEFGHKLMNPRSTVX"}

Record = dict[str, Any]


def read(name: str) -> Any:
    """Return the parsed JSON of one fixture file."""
    return json.loads((FIXTURES / name).read_text(encoding="utf-8"))


def filled(pattern: str, seed: str) -> str:
    """Fill a pattern with digits for # and letters for @, fixed for a seed."""
    number = int(sha256(seed.encode()).hexdigest(), 16)
    text = ""
    for character in pattern:
        choice = CHOICES.get(character, character)
        number, chosen = divmod(number, len(choice))
        text += choice[chosen]
    return text


class Faults:
    """Fault bank that hands out the least used faults first."""

    def __init__(self, bank: dict[str, dict[str, list[Record]]]) -> None:
        self.bank = bank
        self.used: Counter[str] = Counter()

    def take(self, language: str, family: str, image: str, *, working: bool | None) -> Record:
        """Return the least used matching fault, with one of its descriptions.

        `working` selects faults whose diagnosis is (or is not) IT_IS_WORKING; None allows both.
        """
        fitting = [
            fault
            for fault in self.bank[language][family]
            if image in fault.get("only", [image]) and working in (None, fault["diagnosis"] == "IT_IS_WORKING")
        ]
        fault = min(fitting, key=lambda each: self.used[each["finding"]])
        wording = fault["problem"][self.used[fault["finding"]] % len(fault["problem"])]
        self.used[fault["finding"]] += 1
        return {**fault, "problem": wording}


class Writer:
    """Builder of demo repair scenarios from the rows of the plan."""

    def __init__(self) -> None:
        self.plan = read("sources/repair_plan.json")
        self.faults = Faults(read("sources/faults.json"))
        self.parts = {part["image"].removesuffix(".png"): part for part in read("parts.json")}
        self.values = {
            kind: {each["key"]: each["value"] for each in services}
            for kind, services in read("predefined_services.json").items()
        }
        self.languages = {user["username"]: user["language"] for user in read("organisations.json")["users"]}

    def scenarios(self) -> list[Record]:
        """Build all scenarios, oldest first, so that request numbers rise with time."""
        written = [self.scenario(row, f"request {number}") for number, row in enumerate(self.plan["requests"])]
        return sorted(written, key=lambda scenario: -scenario["timeline"][0]["daysAgo"])

    def scenario(self, row: Record, seed: str) -> Record:
        """Build one request with all data entered up to its status."""
        status = row["status"]
        reached = STEPS.index(status) if status != "REJECTED" else 0
        units = self.units(row, seed, reached)
        timeline = moments(row, path(row, units), seed)
        entered = {entry["status"]: entry["daysAgo"] for entry in timeline}
        sent_back = "IN_WAITING_COMPLETED" in entered or row.get("backSaved")
        comments = {"NEW": row.get("comment"), "IN_REPAIR_APPROVAL": row.get("approvalComment")}
        return {
            "client": row["client"],
            "status": status,
            "timeline": timeline,
            "comments": {step: text for step, text in comments.items() if text},
            "units": units,
            "shipping": {"packages": row["packages"]} if row["packages"] else None,
            "pickUp": self.pick_up(row, entered, seed) if reached > STEPS.index("IN_WAITING_FOR_PICK_UP") else None,
            "transit": {"arrivingDaysAgo": entered.get("IN_WAITING_DIAGNOSTICS"), "note": row["transitNote"]}
            if row.get("transitNote")
            else None,
            "diagnosticStartDaysAgo": -2 if row.get("startSaved") else day(entered.get("IN_DIAGNOSTICS")),
            "transitBack": self.way_back(row, entered, seed) if sent_back else None,
        }

    def units(self, row: Record, seed: str, reached: int) -> list[Record]:
        """Build the units of a request, each as far as the request has progressed."""
        planned = [(unit["image"], False) for unit in row["units"] for _ in range(unit["count"])]
        planned += [(unit["image"], True) for unit in row.get("added", []) for _ in range(unit["count"])]
        limits = {
            "decided": row.get("decided", 0 if row["status"] == "NEW" else EVERYTHING),
            "diagnosed": row.get("diagnosed", EVERYTHING) if reached >= STEPS.index("IN_DIAGNOSTICS") else 0,
            "approved": row.get("approved", EVERYTHING) if reached >= STEPS.index("IN_REPAIR_APPROVAL") else 0,
            "repaired": row.get("repaired", EVERYTHING) if reached >= STEPS.index("IN_SERVICE") else 0,
        }
        return [
            self.unit(row, image, added, index, f"{seed} unit {index}", limits)
            for index, (image, added) in enumerate(planned)
        ]

    def unit(self, row: Record, image: str, added: bool, index: int, seed: str, limits: dict[str, int]) -> Record:
        """Build one unit with its problem, diagnosis, decisions and repair result."""
        part, kind = self.parts[image], self.plan["units"][image]
        refusal = row.get("refused", {}).get(str(index))
        rejection = row.get("allRejected") or row.get("rejected", {}).get(str(index))
        working = True if row.get("onlyWorking") else False if refusal else None
        fault = self.faults.take(self.languages[row["client"]], kind["family"], image, working=working)
        untagged = added or int(sha256(seed.encode()).hexdigest(), 16) % 4 == 0
        decided = index < limits["decided"]
        approved = decided and not rejection
        diagnosed = approved and index < limits["diagnosed"]
        faulty = diagnosed and fault["diagnosis"] != "IT_IS_WORKING"
        decided_on = faulty and index < limits["approved"]
        to_repair = decided_on and not refusal
        repaired = to_repair and index < limits["repaired"]
        replaced = repaired and fault["outcome"] == "REPLACED"
        in_progress = to_repair and row["status"] == "IN_SERVICE" and index == limits["repaired"]
        comments = {"NEW": rejection if decided else None, "IN_REPAIR_APPROVAL": refusal if decided_on else None}
        return {
            "part": {"manufacturer": part["manufacturer"], "number": part["number"]},
            "serialNumber": filled(kind["serialNumber"], seed),
            "serviceTag": "" if untagged else filled(self.plan["serviceTags"][row["client"]], "tag " + seed),
            "problemDescription": fault["problem"],
            "addedInDiagnostics": added,
            "initialApproval": ("REJECTED" if rejection else "APPROVED") if decided else None,
            "diagnosis": self.diagnosis(part, fault, index) if diagnosed else None,
            "repairApproval": ("REJECTED" if refusal else "APPROVED") if decided_on else None,
            "repairStatus": fault["outcome"] if repaired else "IN_PROGRESS" if in_progress else None,
            "repairComment": fault["work"] if repaired else "",
            "replacementSerial": filled(kind["serialNumber"], "replacement " + seed) if replaced else "",
            "comments": {step: text for step, text in comments.items() if text},
        }

    def diagnosis(self, part: Record, fault: Record, index: int) -> Record:
        """Build the diagnosis of a unit with its costs.

        Costs are predefined services where the part has them, except that every fifth unit uses prices.
        """
        cost, types, prices = fault.get("cost"), None, None
        if cost and "DIAGNOSTICS" in cost:
            if part["predefined"]["DIAGNOSTICS"] and index % 5 != 4:
                types = cost
            else:
                totals = (round(sum(self.values[kind][key] for key in keys), 2) for kind, keys in cost.items())
                prices = dict(zip(("diagnosticPrice", "repairPrice", "partsPrice"), totals, strict=True))
        elif cost:
            prices = cost
        return {"status": fault["diagnosis"], "comment": fault["finding"], "types": types, "prices": prices}

    def pick_up(self, row: Record, entered: dict[str, float], seed: str) -> Record:
        """Build the courier details of the outbound leg; future days are negative."""
        arrived = day(entered.get("IN_WAITING_DIAGNOSTICS"))
        if arrived is None:
            arrived = 4 if row.get("overdue") else -4 if "IN_TRANSIT" in entered else -6
        picked_up = day(entered.get("IN_TRANSIT"))
        return {
            "courierName": row["courier"],
            "pickUpDaysAgo": -1 if picked_up is None else picked_up,
            "deliveryDaysAgo": arrived,
            "trackingNumber": None
            if row["status"] == "SETTING_TRACKING_NUMBER"
            else filled(self.plan["couriers"][row["courier"]], seed),
            "note": row.get("note", ""),
        }

    def way_back(self, row: Record, entered: dict[str, float], seed: str) -> Record:
        """Build the courier details of the return leg."""
        arrived, picked_up = day(entered.get("COMPLETED")), day(entered.get("IN_WAITING_COMPLETED"))
        return {
            "courierName": row["courier"],
            "pickUpDaysAgo": -1 if picked_up is None else picked_up,
            "deliveryDaysAgo": arrived if arrived is not None else 5 if row.get("overdue") else -3,
            "trackingNumber": filled(self.plan["couriers"][row["courier"]], "back " + seed),
        }


def day(days_ago: float | None) -> int | None:
    """Round to a whole day."""
    return None if days_ago is None else round(days_ago)


def path(row: Record, units: list[Record]) -> list[str]:
    """Return the statuses that the request passes through."""
    if row["status"] == "REJECTED":
        return ["NEW", "REJECTED"]
    skipped = set()
    if row["status"] != "SETTING_TRACKING_NUMBER" and not row.get("trackingLater"):
        skipped.add("SETTING_TRACKING_NUMBER")
    diagnoses = [unit["diagnosis"] for unit in units if unit["initialApproval"] == "APPROVED"]
    if all(diagnosis and diagnosis["status"] == "IT_IS_WORKING" for diagnosis in diagnoses):
        skipped.add("IN_REPAIR_APPROVAL")
    return [step for step in STEPS[: STEPS.index(row["status"]) + 1] if step not in skipped]


def moments(row: Record, steps: list[str], seed: str) -> list[Record]:
    """Return the entry time of each status, in days before now.

    Times are spread by the relative length of the steps, with an offset of up to 0.15 days fixed by the seed.
    """
    first, last = (row["daysAgo"], row["since"]) if len(steps) > 1 else (row["since"], row["since"])
    total = sum(PACE[step] for step in steps[:-1]) or 1
    entries, elapsed, before = [], 0.0, first + 1.0
    for number, step in enumerate(steps):
        exact = first - (first - last) * elapsed / total
        near = round(exact) + int(filled("##", f"{seed} {step}")) * 0.3 / 100 - 0.15
        lowest = last + 0.05 * (len(steps) - 1 - number)
        moment = last if number == len(steps) - 1 else min(max(near, lowest), before - 0.05)
        entries.append({"status": step, "daysAgo": round(moment, 2)})
        elapsed, before = elapsed + PACE.get(step, 0), moment
    return entries


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=FIXTURES / "repairs.json", help="file to write")
    text = json.dumps(Writer().scenarios(), ensure_ascii=False, indent=1)
    parser.parse_args().into.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
