#!/bin/sh
# Writes the settings of one machine of the cluster, as root: `install.sh db1 /etc/fairlead/cluster`. The folder is that of make-secrets.sh.
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

# Names of cluster.env, and what only this machine has.
fill() {
  expressions="s|@NAME@|$name|g;s|@ADDRESS@|$address|g;s|@VERSION@|$version|g;s|@ROLE@|$role|g;s|@PORT@|$port|g"
  for key in NETWORK DB1 DB2 DB3 ENGINE1 ENGINE2 GATEWAY1 GATEWAY2 SUPERUSER_PASSWORD REPLICATION_PASSWORD \
    REWIND_PASSWORD PATRONI_PASSWORD APP_PASSWORD REDIS_PASSWORD SECRET_KEY; do
    eval "value=\$$key"
    expressions="$expressions;s|@$key@|$value|g"
  done
  (umask 077 && sed "$expressions" "$here/$1" > "$2")
}

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
    mkdir -p /etc/haproxy /etc/fairlead
    fill haproxy.cfg /etc/haproxy/haproxy.cfg
    fill server.env /etc/fairlead/env
    install -m 0644 "$secrets/authority.crt" /etc/fairlead/authority.crt
    ;;
esac
