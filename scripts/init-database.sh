#!/bin/sh
# Creates the portal's database; the PostgreSQL image runs this once, on an empty volume. The owner is
# not a superuser, so that the connections reserved for administrators remain available. The password
# of the superuser `postgres` is removed, so that it can log in only inside the container.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
CREATE ROLE portal LOGIN PASSWORD :'password';
CREATE DATABASE portal OWNER portal;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
