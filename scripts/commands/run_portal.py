"""Start the portal from a checkout, for `scripts/run`."""

import argparse
import sys
import time

import processes
from environment import DEMO_PASSWORD, DEMO_USERS, LaunchConfig, read_environment
from install import build_interface, install
from processes import CommandError, StopRequested
from server import get_worker_arguments, prepare_data, print_setup_link, start_web_server, start_worker

POLL_INTERVAL = 1


def main(arguments: list[str]) -> int:
    """Print help, refuse unknown arguments, or start the portal."""
    argparse.ArgumentParser(
        "scripts/run", description="Start the portal. Settings are read from .env and the environment; see README.md."
    ).parse_args(arguments)
    return _run()


def _run() -> int:
    """Install, build, prepare and serve; stop everything on a signal."""
    processes.raise_stop_on_signals()
    try:
        environment = read_environment()
        config = LaunchConfig.from_environment(environment)
        config.check_port_is_free()
        print("Starting the portal", flush=True)
        install(environment)
        build_interface(environment)
        prepare_data(config, environment)
        server = start_web_server(config, environment)
        workers = {what: start_worker(what, config, environment) for what in get_worker_arguments(environment)}
        print(f"\nThe portal is ready: {config.public_url}/")
        if config.demo:
            print(f"Demo users, all with the password {DEMO_PASSWORD}: {', '.join(DEMO_USERS)}")
        else:
            print_setup_link(config, environment)
        print("Press Ctrl-C to stop.", flush=True)
        while (code := server.poll()) is None:
            for what in [each for each, worker in workers.items() if worker.poll() is not None]:
                workers[what] = start_worker(what, config, environment)
            time.sleep(POLL_INTERVAL)
        print(f"scripts/run: the web server exited unexpectedly with code {code}.", file=sys.stderr)
    except CommandError as problem:
        print(f"scripts/run: {problem}", file=sys.stderr)
    except StopRequested:
        print("\nStopping.", flush=True)
        return 0
    finally:
        processes.stop_all()
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
