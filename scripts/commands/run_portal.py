"""Start the portal from a checkout, for `scripts/run`."""

import sys
import time

import children
from children import Problem, Stop
from environment import DEMO_PASSWORD, DEMO_USERS, Place, read_environment
from install import build_interface, install
from server import prepare_data, print_setup_link, serve, start_worker, workers_of

SECONDS_BETWEEN_LOOKS = 1


def main() -> int:
    """Install, build, prepare and serve; stop everything on a signal."""
    children.raise_stop_on_signals()
    try:
        environment = read_environment()
        place = Place.read(environment)
        place.check_port_is_free()
        print("Starting the portal", flush=True)
        install(environment)
        build_interface(environment)
        prepare_data(place, environment)
        server = serve(place, environment)
        workers = {what: start_worker(what, place, environment) for what in workers_of(environment)}
        print(f"\nThe portal is ready: {place.public_url}/")
        if place.demo:
            print(f"Demo users, all with the password {DEMO_PASSWORD}: {', '.join(DEMO_USERS)}")
        else:
            print_setup_link(place, environment)
        print("Ctrl-C stops it.", flush=True)
        while (code := server.poll()) is None:
            for what in [each for each, worker in workers.items() if worker.poll() is not None]:
                workers[what] = start_worker(what, place, environment)
            time.sleep(SECONDS_BETWEEN_LOOKS)
        print(f"scripts/run: the web server ended by itself with code {code}.", file=sys.stderr)
    except Problem as problem:
        print(f"scripts/run: {problem}", file=sys.stderr)
    except Stop:
        print("\nStopping.", flush=True)
        return 0
    finally:
        children.stop_all()
    return 1


if __name__ == "__main__":
    sys.exit(main())
