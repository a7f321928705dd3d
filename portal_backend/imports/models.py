"""Imports of spreadsheets, the rows that they brought, and which heading meant which field."""

from django.db import models

from portal_backend.accounts.models import User
from portal_backend.files.models import StoredFile


class State(models.TextChoices):
    """How far an import is."""

    READING = "READING"
    COLUMNS = "COLUMNS"
    CHECKING = "CHECKING"
    REVIEW = "REVIEW"
    WRITING = "WRITING"
    DONE = "DONE"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    UNDOING = "UNDOING"
    UNDONE = "UNDONE"


class Verdict(models.TextChoices):
    """What a row would do."""

    CREATE = "CREATE"
    CHANGE = "CHANGE"
    SAME = "SAME"
    WRONG = "WRONG"


class ImportRun(models.Model):
    """One import, from its file to its undoing.

    `zip` holds pictures beside the sheet. `sheets` holds the name, the number of rows and the first rows of each sheet;
    `columns` what each column of the chosen sheet is taken for, `fixed` what is taken where a row has nothing.
    `encoding` is the one that a file of text is read in, "" for a workbook, `guessed_encoding` what was guessed first,
    and `samples` are lines of it with letters beyond ASCII.
    """

    target = models.CharField(max_length=64)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=16, choices=State.choices, default=State.READING)
    version = models.PositiveIntegerField(default=0)
    language = models.CharField(max_length=8, default="en")
    file_name = models.CharField(max_length=255)
    file = models.ForeignKey(StoredFile, null=True, on_delete=models.SET_NULL, related_name="+")
    zip = models.ForeignKey(StoredFile, null=True, on_delete=models.SET_NULL, related_name="+")
    sheets = models.JSONField(default=list)
    encoding = models.CharField(max_length=32, blank=True, default="", db_default="")
    guessed_encoding = models.CharField(max_length=32, blank=True, default="", db_default="")
    samples = models.JSONField(null=True)
    sheet = models.PositiveSmallIntegerField(default=0)
    header_row = models.PositiveIntegerField(default=0)
    columns = models.JSONField(default=list)
    fixed = models.JSONField(default=dict)
    skipped = models.PositiveIntegerField(default=0)
    created_rows = models.PositiveIntegerField(default=0)
    changed_rows = models.PositiveIntegerField(default=0)
    same_rows = models.PositiveIntegerField(default=0)
    wrong_rows = models.PositiveIntegerField(default=0)
    job = models.CharField(max_length=32, default="")
    error = models.CharField(max_length=64, default="")
    error_values = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["owner", "-created_at"], name="imports_of_a_user")]

    def __str__(self) -> str:
        return f"{self.target} {self.file_name}"


class ImportRow(models.Model):
    """A row of a file: its cells as they were read or corrected, what it would do, and why not.

    `key` is what it is known by, folded; `old` what it changes. `record_id` is the row it found, or made.
    """

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()
    verdict = models.CharField(max_length=8, choices=Verdict.choices)
    key = models.CharField(max_length=64, default="")
    record_id = models.BigIntegerField(null=True)
    cells = models.JSONField()
    old = models.JSONField(default=dict)
    errors = models.JSONField(default=dict)
    notes = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="import_row_once")]
        indexes = [
            models.Index(fields=["run", "verdict", "number"], name="import_rows_by_verdict"),
            models.Index(fields=["run", "key"], name="import_rows_by_key"),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}:{self.number}"


class ImportPicture(models.Model):
    """A picture that came with an import: in a cell of a sheet, or by its name in the zip (no sheet).

    `error` is the word that says why it is not taken. One without a name is what the import replaced: it stays as long
    as the import can be taken back.
    """

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="pictures")
    sheet = models.PositiveSmallIntegerField(null=True)
    line = models.PositiveIntegerField(default=0)
    column = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=255, default="")
    digest = models.CharField(max_length=64, default="")
    file = models.ForeignKey(StoredFile, null=True, on_delete=models.SET_NULL, related_name="+")
    error = models.CharField(max_length=16, default="")

    def __str__(self) -> str:
        return f"{self.run_id}:{self.name}"


class KnownHeading(models.Model):
    """What a user took a heading for: the next file is matched by it."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    target = models.CharField(max_length=64)
    heading = models.CharField(max_length=255)
    field = models.CharField(max_length=64, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "target", "heading"], name="known_heading_once")]

    def __str__(self) -> str:
        return f"{self.heading}: {self.field}"
