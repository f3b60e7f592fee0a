#!/bin/sh
# PostgreSQL takes a private key of its own user only; a secret belongs to whoever made it.
set -eu
install -o postgres -g postgres -m 0600 /run/secrets/database_certificate_key /run/database_certificate_key
exec docker-entrypoint.sh postgres \
  -c ssl=on -c ssl_cert_file=/run/secrets/database_certificate -c ssl_key_file=/run/database_certificate_key
