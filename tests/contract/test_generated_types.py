"""The interface's generated types equal those of the document.

`npm run types` updates portal_ui/src/api/schema.d.ts.
"""

import os
import subprocess

from django.conf import settings


def test_generated_types_are_up_to_date() -> None:
    bin_of_venv = settings.BASE_DIR / ".venv" / "bin"
    environment = {**os.environ, "PATH": f"{bin_of_venv}{os.pathsep}{os.environ['PATH']}"}
    check = subprocess.run(
        ["npm", "run", "--silent", "types", "--", "--check"],
        cwd=settings.BASE_DIR,
        env={**environment, "PORTAL_DATA_DIR": str(settings.DATA_DIR)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, f"renew schema.d.ts by\nnpm run types\n{check.stdout}{check.stderr}"
