/**
 * A bare machine of its own for a script: its root is a folder with this machine's programs, a copy of /etc, a network with
 * nothing but loopback, and PostgreSQL as Debian sets it up. When the script ends, all that it started ends.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './image.ts';

export async function onBareMachine(folder: string, script: string): Promise<string> {
  const version = readdirSync('/usr/lib/postgresql').at(-1) ?? '';
  const bin = `/usr/lib/postgresql/${version}/bin`;
  const bound = ['usr', 'bin', 'sbin', 'lib', 'lib64', 'dev'];
  for (const name of [
    ...bound,
    'proc',
    'run',
    'tmp',
    'entry',
    'opt/fairlead',
    'var/lib',
    'var/log',
    'var/backups',
  ])
    mkdirSync(path.join(folder, name), { recursive: true });
  chmodSync(folder, 0o755);
  chmodSync(path.join(folder, 'tmp'), 0o1777);
  symlinkSync('../run', path.join(folder, 'var/run'));
  for (const name of ['systemctl', 'journalctl'])
    writeFileSync(
      path.join(folder, 'entry', name),
      `#!/bin/sh\nexec /opt/fairlead/node_modules/.bin/node /opt/fairlead/e2e/deploy/systemctl.mjs "$@"\n`,
      { mode: 0o755 },
    );
  const inside = `set -eo pipefail
    mkdir -m 0755 /run/postgresql /var/lib/postgresql; chown postgres /run/postgresql /var/lib/postgresql
    as_postgres() { runuser -u postgres -- "$@" >/dev/null; }
    as_postgres ${bin}/initdb -D /var/lib/postgresql/data --auth-local=peer --auth-host=scram-sha-256
    as_postgres ${bin}/pg_ctl -D /var/lib/postgresql/data -w -l /var/lib/postgresql/log start
    ${script}`;
  const outside = `set -e
    ip link set lo up
    cp -a /etc ${folder}/etc
    mkdir -p ${folder}/etc/systemd/system ${folder}/etc/caddy
    for name in ${bound.join(' ')}; do mount --rbind /$name ${folder}/$name; done
    mount -t proc proc ${folder}/proc
    mount -t tmpfs tmpfs ${folder}/run
    mount --bind ${root} ${folder}/opt/fairlead
    exec chroot ${folder} bash --norc -c "$0"`;
  const isolated = ['--mount', '--net', '--pid', '--fork', '--kill-child'];
  const { stdout } = await promisify(execFile)(
    'unshare',
    [...isolated, 'sh', '-c', outside, inside],
    {
      env: {
        PATH: '/entry:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/tmp',
      },
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  return stdout;
}
