"""Sandbox module that behaves as a test requests."""

import os
import sys
import threading

from portal_backend.sandbox.child import FileRejectedError, LineWriter, ParseRequest, serve


def parse(order: ParseRequest, writer: LineWriter) -> None:
    """Write lines, reject, or misbehave."""
    match order["do"]:
        case "answer":
            for number in range(order["lines"]):
                writer.write("line", number, "\U0001f600" * order["length"])
        case "refuse":
            raise FileRejectedError("page", most=7)
        case "take memory":
            writer.write("line", len(bytearray(10**10)))
        case "take time":
            while True:
                pass
        case "say nothing":
            threading.Event().wait()
        case "break":
            raise ValueError
        case "abort":
            os.abort()
        case "tell its priority":
            writer.write("priority", os.nice(0))
        case "tell its environment":
            writer.write("environment", sorted(os.environ), sorted(name for name in sys.modules if "django" in name))


if __name__ == "__main__":
    sys.exit(serve(parse))
