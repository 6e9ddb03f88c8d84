#!/bin/sh
# Runs once, when the database is created: the service's role is no superuser, creates no roles and owns one database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$RETOMA_DATABASE_PASSWORD" --username=postgres <<'SQL'
create role retoma login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database retoma owner retoma;
revoke all on database retoma from public;
SQL
