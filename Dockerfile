# Image for compose.yml. Packages and the interface are built in separate stages, so that the image
# contains neither Node.js nor compilers. `docker compose build --pull` gets the latest patches of the
# base image (docs/operations.md, "Renew images").
FROM python:3.12-slim-trixie AS packages
WORKDIR /portal
COPY requirements requirements
RUN python -m venv .venv && .venv/bin/pip install --no-cache-dir --require-hashes -r requirements/base.txt

FROM packages AS interface
RUN .venv/bin/pip install --no-cache-dir --require-hashes -r requirements/node.txt
ENV PATH="/portal/.venv/bin:$PATH"
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY portal_ui portal_ui
COPY locale locale
RUN npm run build

FROM python:3.12-slim-trixie
# pg_dump, pg_restore and psql for backup and restore
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 1000 --no-create-home portal && install -d -o portal /data
WORKDIR /portal
COPY --from=packages /portal/.venv .venv
COPY manage.py ./
COPY scripts scripts
COPY fixtures fixtures
COPY locale locale
COPY portal_backend portal_backend
COPY --from=interface /portal/portal_ui/dist portal_ui/dist
# precompiled, since the running container cannot write to this folder
RUN .venv/bin/python -m compileall -q portal_backend scripts
ENV PATH="/portal/.venv/bin:$PATH" PYTHONUNBUFFERED=1 PORTAL_HOST=0.0.0.0 PORTAL_PORT=8000 PORTAL_DATA_DIR=/data
USER portal
EXPOSE 8000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=8)"]
CMD ["python", "scripts/commands/web_server.py", "--workers", "2", "--respawn-failed-workers"]
