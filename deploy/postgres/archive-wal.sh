#!/bin/bash
# PostgreSQL's archive_command: archive-wal.sh %p %f. Ends with 0 once the file is kept, packed and synced; anything else is
# asked for again. What is kept is never written over. Settings in /etc/default/fairlead-archive: ARCHIVE, the folder; PACK,
# the program that packs (docs/operating/backup.md).
set -euo pipefail
umask 077
# shellcheck disable=SC1091
if [ -r /etc/default/fairlead-archive ]; then . /etc/default/fairlead-archive; fi
: "${ARCHIVE:=/var/backups/fairlead-archive}" "${PACK:=gzip}"

mkdir -p "$ARCHIVE/wal"
cd "$ARCHIVE/wal"
unfinished=".$2.$$"
trap 'rm -f "$unfinished" "$unfinished.sha256"' EXIT
file=$(cd "$OLDPWD" && realpath "$1")

# The digest comes first and claims the name: a link is made whole or not at all, and never over another.
sum=$(sha256sum < "$file")
echo "${sum%% *}" > "$unfinished.sha256"
sync "$unfinished.sha256"
ln "$unfinished.sha256" "$2.sha256" 2>/dev/null || true
if ! cmp -s "$unfinished.sha256" "$2.sha256"; then
  echo "another file is kept as $2 in $ARCHIVE/wal: does another cluster write there?" >&2
  exit 1
fi
# A crash before PostgreSQL noted it: the same file again.
if [ ! -e "$2.packed" ]; then
  bash -o pipefail -c "$PACK" < "$file" > "$unfinished"
  sync "$unfinished"
  ln "$unfinished" "$2.packed"
fi
sync .
