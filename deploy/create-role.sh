#!/bin/sh
# Runs once, when the database is created. retoma_owner owns one database and its tables, and migrates; retoma is what the service works as,
# and owns nothing: migrations grant it what it needs. Neither is a superuser, or makes roles or databases.
set -eu
psql --set=ON_ERROR_STOP=1 --set=owner="$RETOMA_OWNER_PASSWORD" --set=service="$RETOMA_DATABASE_PASSWORD" --username=postgres <<'SQL'
create role retoma_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner';
create role retoma login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'service';
create database retoma owner retoma_owner;
revoke all on database retoma from public;
grant connect on database retoma to retoma;
SQL
