"""All request types that the generated tests cover.

A new type is one more entry.
"""

from tests.contract.calls import ProcessSpec
from tests.contract.processes.part_request import PARTS
from tests.contract.processes.remote_support import REMOTE_SUPPORT
from tests.contract.processes.repair import REPAIR

PROCESS_SPECS: dict[str, ProcessSpec] = {entry.kind: entry for entry in (REPAIR, PARTS, REMOTE_SUPPORT)}
