#!/bin/sh
# Run once by the image of PostgreSQL, in an empty volume: makes the portal's database with an owner that is no superuser, so that
# connections stay reserved for administrators. The superuser `postgres` keeps no password: it logs in from within its container alone.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
CREATE ROLE portal LOGIN PASSWORD :'password';
CREATE DATABASE portal OWNER portal;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
