#!/bin/sh
# Prints what makes the database and its roles, for `psql` as superuser on the primary: `make-roles.sh /etc/fairlead/databases`.
set -eu
. "$1/cluster.env"
printf "\\\\set owner '%s'\n\\\\set app '%s'\n" "$OWNER_PASSWORD" "$APP_PASSWORD"
cat "$(dirname "$0")/../postgres/roles.sql"
