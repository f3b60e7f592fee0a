#!/bin/sh
# What the entry point of PostgreSQL's image does, as far as our compose file asks for it.
set -eu
export PGDATA=/var/lib/postgresql/data
if [ "$(id -u)" = 0 ]; then
  chown -R postgres "$PGDATA" /run/postgresql
  chmod 0700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" ${POSTGRES_INITDB_ARGS:-} >/dev/null
  printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  pg_ctl start --silent -w -o "-c listen_addresses='' -k /run/postgresql" >/dev/null
  trap 'pg_ctl stop --silent -m immediate' EXIT
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  trap - EXIT
  pg_ctl stop --silent -m fast -w >/dev/null
fi
exec "$@" -c listen_addresses="$FAIRLEAD_ADDRESS" -c unix_socket_directories=/run/postgresql
