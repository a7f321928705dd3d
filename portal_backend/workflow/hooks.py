"""Hooks of service requests.

`wiring.py` sets them to functions of higher layers, which run in the transaction of the change.
"""

from collections.abc import Callable
from datetime import datetime

from portal_backend.workflow.models import StatusChange


class WorkflowHooks:
    """Callbacks of transitions.

    An exception in a callback rolls the transition back.
    """

    #: called with each new row of the history and the time since which the old status had lasted
    on_transition: Callable[[StatusChange, datetime], None]


workflow_hooks = WorkflowHooks()
