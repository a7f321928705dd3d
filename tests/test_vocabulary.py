"""Docstrings, comments and test names use standard vocabulary (docs/conventions.md)."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("portal_backend", "scripts", "benchmarks", "tests")
MAX_SUMMARY_LENGTH = 80
OPENINGS = re.compile(r"(What|Who|Whom|Whose|Whoever|Where|When|How|Which|Those|It|Let|Have)\b")
WORDS = re.compile(
    r"\b(tells?|telling|told|hears?|heard|stands?|stood|beside|nobody|whoever|somebody|everybody|anew|lest"
    r"|so long|so much)\b",
    re.IGNORECASE,
)
# third person; a summary is an imperative or a noun phrase
VERBS = re.compile(
    r"(Adds|Asks|Brings|Calls|Closes|Creates|Draws|Fills|Gives|Goes|Hides|Holds|Keeps|Lets|Loads|Makes|Moves|Opens|Puts"
    r"|Reads|Removes|Renders|Returns|Runs|Saves|Says|Sends|Sets|Shows|Starts|Stops|Takes|Turns|Waits|Writes)\b"
)
TYPESCRIPT_FOLDERS = ("portal_ui/src", "tests/e2e")
DOC_COMMENT = re.compile(r"/\*\*(?!/)(?P<text>.*?)\*/", re.DOTALL)
LINE_COMMENT = re.compile(r"(?:^|(?<=[\s;{}(),]))//(?!/)\s?(?P<text>.*)$", re.MULTILINE)
# directly, or after the table of `it.each([...])`
TEST_NAME = re.compile(r"(?:\b(?:it|test|describe)(?:\.\w+)*|[\])]\))\(\s*(['\"`])(?P<text>.*?)\1", re.DOTALL)
BLOCK_COMMENT = re.compile(r"/\*(?!\*)(?P<text>.*?)\*/", re.DOTALL)
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def find_docstring_faults(source: str) -> Iterator[str]:
    """Yield each docstring and test name that breaks a rule, with its line."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, Documented):
            continue
        name, line = getattr(node, "name", "module"), getattr(node, "lineno", 1)
        text = ast.get_docstring(node) or ""
        summary = text.partition("\n")[0]
        if OPENINGS.match(text) or WORDS.search(text) or len(summary) > MAX_SUMMARY_LENGTH:
            yield f"{line} {name}: {summary}"
        if name.startswith("test_") and WORDS.search(name.replace("_", " ")):
            yield f"{line} {name}"


def find_comment_faults(source: str) -> Iterator[str]:
    """Yield each comment that uses a word to avoid, with its line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and WORDS.search(token.string):
            yield f"{token.start[0]} {token.string}"


def find_typescript_faults(source: str) -> Iterator[str]:
    """Yield each comment and test name that breaks a rule, with its line."""
    for pattern, is_documentation in (
        (DOC_COMMENT, True),
        (BLOCK_COMMENT, False),
        (LINE_COMMENT, False),
        (TEST_NAME, False),
    ):
        for match in pattern.finditer(source):
            text = re.sub(r"^\s*\*\s?", "", match["text"], flags=re.MULTILINE).strip()
            sentence = re.split(r"(?<=[.:])\s", text.partition("\n")[0])[0]
            has_bad_summary = OPENINGS.match(text) or VERBS.match(text) or len(sentence) > MAX_SUMMARY_LENGTH
            if WORDS.search(text) or (is_documentation and has_bad_summary):
                yield f"{source.count(chr(10), 0, match.start()) + 1} {text}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_and_comments_use_standard_vocabulary(folder: str) -> None:
    faults = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        if "migrations" not in path.parts and path != Path(__file__):
            source = path.read_text(encoding="utf-8")
            found = [*find_docstring_faults(source), *find_comment_faults(source)]
            faults += [f"{path.relative_to(ROOT)}:{each}" for each in found]
    assert faults == []


@pytest.mark.parametrize("folder", TYPESCRIPT_FOLDERS)
def test_typescript_comments_and_test_names_use_standard_vocabulary(folder: str) -> None:
    faults = []
    for path in sorted((ROOT / folder).rglob("*.ts*")):
        if path.name != "schema.d.ts":  # generated
            found = find_typescript_faults(path.read_text(encoding="utf-8"))
            faults += [f"{path.relative_to(ROOT)}:{each}" for each in found]
    assert faults == []


@pytest.mark.parametrize(
    "source",
    [
        'def save():\n    """What is saved."""\n',
        'def save():\n    """Save the row and tell the user."""\n',
        f'"""Save {"x" * MAX_SUMMARY_LENGTH}."""\n',
        "def test_nobody_else_reads_it():\n    pass\n",
        "# it stands here\n",
    ],
)
def test_detects_dialect(source: str) -> None:
    assert [*find_docstring_faults(source), *find_comment_faults(source)]


@pytest.mark.parametrize(
    "source",
    [
        "/** What the button opens. */",
        "/** Opens the dialog. */",
        "/**\n * Return the row that somebody opened.\n */",
        f"/** Return {'x' * MAX_SUMMARY_LENGTH}. */",
        "const a = 1; // nobody reads it",
        "it('tells the user', () => {});",
        "it.each([1, 2])('tells the user %i', () => {});",
        "{/* nobody reads it */}",
    ],
)
def test_detects_dialect_in_typescript(source: str) -> None:
    assert [*find_typescript_faults(source)]


def test_accepts_standard_typescript() -> None:
    source = "/** Return the row. */\nconst url = 'https://example.org'; // RFC 9110\nit('saves the row', () => {});\n"
    assert [*find_typescript_faults(source)] == []
