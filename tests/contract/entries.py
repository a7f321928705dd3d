"""Every kind of request that the generated tests walk. A new kind is one more line."""

from tests.contract.processes.part_request import PARTS
from tests.contract.processes.remote_support import REMOTE_SUPPORT
from tests.contract.processes.repair import REPAIR
from tests.contract.registry import Entry

ENTRIES: dict[str, Entry] = {entry.kind: entry for entry in (REPAIR, PARTS, REMOTE_SUPPORT)}
