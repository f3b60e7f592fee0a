#!/bin/sh
# At the database's first start: the roles of docs/operating/database-roles.md, and TLS for whoever comes by the network.
set -eu
psql --quiet -v ON_ERROR_STOP=1 --username postgres --dbname postgres --file /fairlead/roles.sql \
  -v owner="$(cat /run/secrets/owner_password)" -v app="$(cat /run/secrets/app_password)"
sed -i 's/^host all all all/hostssl all all all/' "$PGDATA/pg_hba.conf"
