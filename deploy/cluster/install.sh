#!/bin/sh
# Writes the settings of one machine of the cluster, as root: `install.sh db1 /etc/fairlead/databases`, `install.sh engine1
# /etc/fairlead/servers`. The folders are those of make-secrets.sh.
set -eu
name=$1
secrets=$2
here=$(cd "$(dirname "$0")" && pwd)
set -a
. "$secrets/cluster.env"
set +a
eval "address=\${$(echo "$name" | tr a-z A-Z):?no machine is called $name}"
version=$(ls /usr/lib/postgresql 2>/dev/null | sort -n | tail -n 1)

role=${name%[0-9]}
port=8081
[ "$role" = gateway ] || port=8090

expressions=$(mktemp)
trap 'rm -f "$expressions"' EXIT
{
  printf 's|@%s@|%s|g\n' NAME "$name" ADDRESS "$address" VERSION "$version" ROLE "$role" PORT "$port"
  sed -n 's/^\([A-Z0-9_]*\)=\(.*\)$/s|@\1@|\2|g/p' "$secrets/cluster.env"
} > "$expressions"

# A file of its own and its own mode: what was there may be readable by all, and words of a command are.
fill() {
  (umask 077 && sed -f "$expressions" "$here/$1" > "$2.new")
  mv "$2.new" "$2"
}
keep() { (umask 077 && printf %s "$2" > "/etc/fairlead/$1.new") && mv "/etc/fairlead/$1.new" "/etc/fairlead/$1"; }

case $name in
  db*)
    mkdir -p /etc/patroni /etc/redis
    fill etcd.env /etc/default/etcd
    fill patroni.yml /etc/patroni/config.yml
    fill redis.conf /etc/redis/redis.conf
    fill sentinel.conf /etc/redis/sentinel.conf
    # All begin as replicas of the first; Sentinel rewrites both files from then on.
    [ "$name" = db1 ] || echo "replicaof $DB1 6379" >> /etc/redis/redis.conf
    install -m 0600 "$secrets/database.key" /etc/patroni/database.key
    install -m 0644 "$secrets/database.crt" /etc/patroni/database.crt
    chown -R postgres:postgres /etc/patroni
    ! id -u redis >/dev/null 2>&1 || chown -R redis:redis /etc/redis
    ;;
  *)
    mkdir -p /etc/haproxy /etc/fairlead /etc/ssl/certs /etc/systemd/system/fairlead.service.d
    fill haproxy.cfg /etc/haproxy/haproxy.cfg
    fill server.env /etc/fairlead/env
    # The unit's credentials: systemd reads them as root, the server gets a copy.
    keep secret_key "$SECRET_KEY"
    keep metrics_token "$METRICS_TOKEN"
    to='fairlead?sslmode=verify-full&sslrootcert=/etc/ssl/certs/fairlead-cluster.pem'
    keep database_url "postgres://fairlead_app:$APP_PASSWORD@127.0.0.1:5432/$to"
    # Read by nobody until the unit is told to (docs/operating/cluster.md).
    keep database_read_url "postgres://fairlead_app:$APP_PASSWORD@127.0.0.1:5441,127.0.0.1:5442,127.0.0.1:5443/$to"
    install -m 0644 "$secrets/authority.crt" /etc/ssl/certs/fairlead-cluster.pem
    install -m 0644 "$here/fairlead-cluster.conf" /etc/systemd/system/fairlead.service.d/cluster.conf
    ;;
esac
