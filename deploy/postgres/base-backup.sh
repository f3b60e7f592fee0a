#!/bin/bash
# A base backup into the archive, for recovery to any moment after it; then what is older than KEEP_DAYS goes. Runs as the
# database's superuser on its machine (peer). Its name has the moment when it was complete, and the version of PostgreSQL.
# It is noted in the cluster, for the exchange to tell how old it is.
# Settings in /etc/default/fairlead-archive, as of archive-wal.sh, and KEEP_DAYS.
set -euo pipefail
umask 077
# shellcheck disable=SC1091
if [ -r /etc/default/fairlead-archive ]; then . /etc/default/fairlead-archive; fi
: "${ARCHIVE:=/var/backups/fairlead-archive}" "${PACK:=gzip}" "${KEEP_DAYS:=14}"

if [ "$(psql -XAtc 'SHOW archive_mode')" = off ]; then
  echo 'archive_mode is off: a base backup without the WAL after it is worth nothing' >&2
  exit 1
fi
if [ "$(psql -XAtc 'SELECT pg_is_in_recovery()')" = t ]; then
  # What it backed up would need WAL that is archived elsewhere; and what is old here may be the last that is of use.
  echo 'this is a standby: base backups are made, and old ones removed, on the primary'
  exit 0
fi
version=$(psql -XAtc 'SHOW server_version_num')
mkdir -p "$ARCHIVE/base" "$ARCHIVE/wal"
unfinished="$ARCHIVE/base/.unfinished.$$"
trap 'rm -f "$unfinished"' EXIT
# Without WAL of its own it waits until the archive has what it needs.
pg_basebackup --pgdata=- --format=tar --wal-method=none --checkpoint=fast --manifest-checksums=SHA256 --no-password |
  bash -o pipefail -c "$PACK" > "$unfinished"
sync "$unfinished"
complete=$(date -u +%Y-%m-%dT%H:%M:%S.%3NZ)
name="base-${complete//[-:]/}-pg$((version / 10000))"
mv "$unfinished" "$ARCHIVE/base/$name.packed"
sync "$ARCHIVE/base"
echo "Base backup $name."
# A comment that only a superuser may write and every role may read, in whatever database. It waits for no replica: with one away
# old backups would never be removed.
psql -Xqc 'SET synchronous_commit = local' -c "COMMENT ON TABLESPACE pg_default IS 'Fairlead: base backup complete at $complete'"

# Only now, when there is a new one. WAL is kept two days longer, so that the oldest base has what it begins with.
find "$ARCHIVE/base" -name 'base-*.packed' -mtime "+$KEEP_DAYS" -delete
find "$ARCHIVE/wal" -type f -not -name '*.history.*' -mtime "+$((KEEP_DAYS + 2))" -delete
