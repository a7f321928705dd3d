"""Entry point of the sandbox process that compiles the templates.

It is run as `python -m portal_backend.shipping.documents.compiler` and writes the PDF as a JSON line. Typst is compiled
code that sets texts of users: the process bounds its time and memory.
"""

import base64
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import typst
import weblate_fonts

from portal_backend.sandbox.child import LineWriter, ParseRequest, serve

TEMPLATES_DIRECTORY = Path(__file__).parent / "templates"
FONTS_DIRECTORY = Path(weblate_fonts.__file__).parent / "static/weblate_fonts"
FONT_FOLDERS = (FONTS_DIRECTORY / "source-sans/ttf", FONTS_DIRECTORY / "kurinto/ttf")


def compile_documents(request: ParseRequest, writer: LineWriter) -> None:
    """Compile the templates with the data in a file and write the PDF."""
    data = Path(request["path"]).read_text(encoding="utf-8")
    created_at = datetime.fromisoformat(request["created_on"]).replace(tzinfo=UTC)
    writer.write("pdf", base64.b64encode(compile_templates(data, created_at)).decode())


def compile_templates(data: str, created_at: datetime) -> bytes:
    """Compile the templates to a tagged PDF.

    A letter without a glyph is drawn as a box, which PDF/UA does not allow: such a file is tagged without claiming it.
    """
    try:
        return _compile(data, created_at, "ua-1")
    except typst.TypstError:
        return _compile(data, created_at, None)


def _compile(data: str, created_at: datetime, standard: Literal["ua-1"] | None) -> bytes:
    return typst.compile(
        TEMPLATES_DIRECTORY / "documents.typ",
        root=TEMPLATES_DIRECTORY,
        font_paths=load_fonts(),
        sys_inputs={"data": data},
        pdf_standards=standard,
        timestamp=created_at,
    )


def load_fonts() -> typst.Fonts:
    """Load the fonts of the templates, and none of the system."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[*FONT_FOLDERS])


if __name__ == "__main__":
    sys.exit(serve(compile_documents))
