"""Malicious workbooks: a few kilobytes that expand to far more."""

import zipfile
from io import BytesIO

EMOJI = "\U0001f600"
MAX_EXCEL_CELL_LENGTH = 32_767
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
)
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def build_repeated_text_workbook(
    *, sheets: int = 1, rows: int = 60, columns: int = 1, headings: tuple[str, ...] = (), text: str = ""
) -> bytes:
    """Build a workbook whose cells all refer to one long shared text."""
    relations = f'<Relationship Id="t" Type="{DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/>'
    named, files = "", {}
    head = "".join(f'<c t="inlineStr"><is><t>{each}</t></is></c>' for each in headings)
    cells = '<c t="s"><v>0</v></c>' * columns
    body = (f"<row>{head}</row>" if head else "") + f"<row>{cells}</row>" * rows
    for number in range(1, sheets + 1):
        target = f"worksheets/sheet{number}.xml"
        relations += f'<Relationship Id="s{number}" Type="{DOCUMENT}/worksheet" Target="{target}"/>'
        named += f'<sheet name="Sheet{number}" sheetId="{number}" r:id="s{number}"/>'
        files[f"xl/{target}"] = f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData></worksheet>'
    long = text or EMOJI * MAX_EXCEL_CELL_LENGTH
    files |= {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": (
            f'<Relationships xmlns="{PACKAGE}">'
            f'<Relationship Id="w" Type="{DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        ),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{DOCUMENT}"><sheets>{named}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{relations}</Relationships>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"><si><t>{long}</t></si></sst>',
    }
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, content in files.items():
            made.writestr(name, '<?xml version="1.0" encoding="UTF-8"?>' + content)
    return target.getvalue()
