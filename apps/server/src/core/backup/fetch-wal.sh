#!/bin/bash
# PostgreSQL's restore_command: fetch-wal.sh %f %p, with WAL (folder) and UNPACK (program) in the environment. Ends with 1 where
# there is no such file, which PostgreSQL takes for the end of the archive, and with 126, at which it stops, where it is no good.
set -uo pipefail
end() {
  echo "archive: $1" >&2
  exit "$2"
}
packed=$WAL/$1.packed
[ -e "$packed" ] || end "$1 is missing" 1
[ -r "$packed" ] && [ -r "$WAL/$1.sha256" ] || end "$1 cannot be read by $(id -un)" 126
bash -o pipefail -c "$UNPACK" < "$packed" > "$2" || end "$1 cannot be unpacked" 126
sum=$(sha256sum < "$2") && [ "${sum%% *}" = "$(cat "$WAL/$1.sha256")" ] || end "$1 is not what was archived" 126
