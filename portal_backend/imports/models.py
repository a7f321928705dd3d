"""Models of imports, their rows and pictures, and remembered headings."""

from django.db import models

from portal_backend.accounts.models import User
from portal_backend.files.models import StoredFile


class State(models.TextChoices):
    """State of an import."""

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
    """Effect that writing a row would have."""

    CREATE = "CREATE"
    CHANGE = "CHANGE"
    SAME = "SAME"
    WRONG = "WRONG"


class ImportRun(models.Model):
    """One import, from upload to undo."""

    target = models.CharField(max_length=64)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=16, choices=State.choices, default=State.READING)
    version = models.PositiveIntegerField(default=0)
    language = models.CharField(max_length=8, default="en")
    file_name = models.CharField(max_length=255)
    file = models.ForeignKey(StoredFile, null=True, on_delete=models.SET_NULL, related_name="+")
    #: Zip of pictures uploaded with the sheet.
    zip = models.ForeignKey(StoredFile, null=True, on_delete=models.SET_NULL, related_name="+")
    #: Name, number of rows and first rows of each sheet.
    sheets = models.JSONField(default=list)
    #: Encoding that a text file is read with; "" for a workbook.
    encoding = models.CharField(max_length=32, blank=True, default="", db_default="")
    #: Encoding that was detected first.
    guessed_encoding = models.CharField(max_length=32, blank=True, default="", db_default="")
    #: Lines of a text file with non-ASCII letters.
    samples = models.JSONField(null=True)
    sheet = models.PositiveSmallIntegerField(default=0)
    header_row = models.PositiveIntegerField(default=0)
    #: Mapping of each column of the selected sheet.
    columns = models.JSONField(default=list)
    #: Values by field for rows whose cell is blank.
    fixed = models.JSONField(default=dict)
    #: Number of blank rows.
    skipped = models.PositiveIntegerField(default=0)
    created_rows = models.PositiveIntegerField(default=0)
    changed_rows = models.PositiveIntegerField(default=0)
    same_rows = models.PositiveIntegerField(default=0)
    wrong_rows = models.PositiveIntegerField(default=0)
    #: Id of the job of the current or last step.
    job = models.CharField(max_length=32, default="")
    error = models.CharField(max_length=64, default="")
    #: Key and values of the error message.
    error_values = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["owner", "-created_at"], name="imports_of_a_user")]

    def __str__(self) -> str:
        return f"{self.target} {self.file_name}"


class ImportRow(models.Model):
    """Row of an imported file, with its verdict."""

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()
    verdict = models.CharField(max_length=8, choices=Verdict.choices)
    #: Key of the row in its stored form.
    key = models.CharField(max_length=64, default="")
    #: Id of the record that matches the row, or was created from it.
    record_id = models.BigIntegerField(null=True)
    #: Cells by field, as read or corrected.
    cells = models.JSONField()
    #: Previous values of the changed fields.
    old = models.JSONField(default=dict)
    #: Messages by field.
    errors = models.JSONField(default=dict)
    #: Messages by field about values that were interpreted.
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
    """Picture from a cell or the zip, or a picture that the import replaced."""

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="pictures")
    #: Index of the sheet; None for a picture of the zip.
    sheet = models.PositiveSmallIntegerField(null=True)
    line = models.PositiveIntegerField(default=0)
    column = models.PositiveSmallIntegerField(default=0)
    #: File name; "" for a picture that the import replaced, which is stored until the import is undone or purged.
    name = models.CharField(max_length=255, default="")
    digest = models.CharField(max_length=64, default="")
    file = models.ForeignKey(StoredFile, null=True, on_delete=models.SET_NULL, related_name="+")
    #: Reason why the picture is rejected, or "".
    error = models.CharField(max_length=16, default="")

    def __str__(self) -> str:
        return f"{self.run_id}:{self.name}"


class KnownHeading(models.Model):
    """Field that a user mapped a heading to, used to match the user's next file."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    target = models.CharField(max_length=64)
    heading = models.CharField(max_length=255)
    field = models.CharField(max_length=64, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "target", "heading"], name="known_heading_once")]

    def __str__(self) -> str:
        return f"{self.heading}: {self.field}"
