#!/bin/sh
# Makes what all machines of the cluster share, in the folder that is named: addresses (change them), passwords, and an authority with
# the certificate of the databases. What is there stays. The databases get a copy of `databases`, engines and gateways one of
# `servers`, which holds no password of a superuser; the authority's key stays here. Only root reads any of it.
set -eu
umask 077
folder=$1
mkdir -p "$folder/databases" "$folder/servers" && cd "$folder"

if [ ! -s databases/cluster.env ]; then
  {
    printf '%s\n' NETWORK=10.0.0.0/24 DB1=10.0.0.11 DB2=10.0.0.12 DB3=10.0.0.13
    printf '%s\n' ENGINE1=10.0.0.21 ENGINE2=10.0.0.22 GATEWAY1=10.0.0.31 GATEWAY2=10.0.0.32
    for name in SUPERUSER REPLICATION REWIND PATRONI OWNER APP REDIS; do
      printf '%s_PASSWORD=%s\n' "$name" "$(openssl rand -hex 24)"
    done
  } > databases/cluster.env
fi
if [ ! -s servers/cluster.env ]; then
  {
    grep -E '^(NETWORK|DB[1-3]|ENGINE[12]|GATEWAY[12]|APP_PASSWORD|REDIS_PASSWORD)=' databases/cluster.env
    printf 'SECRET_KEY=%s\nMETRICS_TOKEN=%s\n' "$(openssl rand -hex 32)" "$(openssl rand -hex 24)"
  } > servers/cluster.env
fi
if [ ! -s databases/database.crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=Fairlead cluster' \
    -keyout authority.key -out authority.crt 2>/dev/null
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=database' \
    -keyout database.key -out database.csr 2>/dev/null
  # Clients reach it through the balancer of their own machine.
  printf 'subjectAltName=IP:127.0.0.1,DNS:localhost\n' > database.ext
  openssl x509 -req -in database.csr -CA authority.crt -CAkey authority.key -CAcreateserial -days 3650 \
    -extfile database.ext -out database.crt 2>/dev/null
  rm -f database.csr database.ext authority.srl
  mv database.key database.crt databases/
  cp authority.crt servers/
fi
