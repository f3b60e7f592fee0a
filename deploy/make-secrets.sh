#!/bin/sh
# Makes what is missing in deploy/secrets: passwords, keys, and certificates by which the server knows its database. It
# changes nothing that is there. New certificates: remove database_ca* and database_certificate*, run it, and start
# the database and the servers anew.
set -eu
umask 077
mkdir -p "$(dirname "$0")/secrets"
cd "$(dirname "$0")/secrets"

secret() { [ -s "$1" ] || openssl rand -hex 32 | tr -d '\n' > "$1"; }
for name in database_password owner_password app_password secret_key backup_key metrics_token; do secret "$name"; done

if [ ! -s database_ca ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj '/CN=Fairlead database authority' \
    -keyout database_ca.key -out database_ca 2>/dev/null
fi
if [ ! -s database_certificate ]; then
  openssl req -newkey rsa:3072 -nodes -subj '/CN=database' \
    -keyout database_certificate_key -out database_certificate.csr 2>/dev/null
  printf 'subjectAltName = DNS:database\nextendedKeyUsage = serverAuth\n' > database_certificate.cnf
  openssl x509 -req -days 3650 -in database_certificate.csr -CA database_ca -CAkey database_ca.key -CAcreateserial \
    -extfile database_certificate.cnf -out database_certificate 2>/dev/null
  rm database_certificate.csr database_certificate.cnf database_ca.srl
fi

url() {
  printf 'postgres://fairlead_%s:%s@database:5432/fairlead?sslmode=verify-full&sslrootcert=/run/secrets/database_ca' \
    "$1" "$(cat "$1_password")"
}
[ -s database_url ] || url app > database_url
[ -s database_owner_url ] || url owner > database_owner_url
# The folder is closed; a container's user reads the files that it is given.
chmod 0444 ./*
chmod 0400 database_ca.key
