/**
 * `systemctl` and `journalctl` of a machine without systemd, for the commands of the documents: starts what our units say,
 * as their user, with their settings and credentials. Sandboxing and restarts are systemd's own business.
 */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';

const [act, ...given] = process.argv.slice(2);
const logOf = (unit) => `/var/log/${unit}.log`;
const pidOf = (unit) => `/run/${unit}.pid`;

function start(unit) {
  const lines = fs
    .readFileSync(`/etc/systemd/system/${unit}`, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const all = (name) => lines.filter(([key]) => key === name).map(([, value]) => value);
  const [user] = all('User');
  const credentials = `/run/credentials/${unit}`;
  const own = (...args) => execFileSync('install', ['-o', user, '-g', user, ...args]);
  own('-d', '-m', '0500', credentials);
  for (const [name, file] of all('LoadCredential').map((each) => each.split(':')))
    own('-m', '0400', file, path.join(credentials, name));
  for (const name of all('StateDirectory'))
    own('-d', '-m', all('StateDirectoryMode')[0], `/var/lib/${name}`);
  const env = { PATH: '/usr/bin:/bin' };
  for (const pair of all('Environment').flatMap((each) => each.split(' ')))
    env[pair.split('=')[0]] = pair.slice(pair.indexOf('=') + 1).replaceAll('%d', credentials);
  for (const file of all('EnvironmentFile'))
    Object.assign(env, parseEnv(fs.readFileSync(file, 'utf8')));
  const log = fs.openSync(logOf(unit), 'a');
  const args = [
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ];
  const options = { env, cwd: all('WorkingDirectory')[0], stdio: ['ignore', log, log] };
  const command = ['setpriv', [...args, ...all('ExecStart')[0].split(' ')]];
  if (all('Type')[0] === 'oneshot') return void execFileSync(...command, options);
  const child = spawn(...command, { ...options, detached: true });
  fs.writeFileSync(pidOf(unit), String(child.pid));
  child.unref();
}

function stop(unit) {
  const pid = fs.readFileSync(pidOf(unit), 'utf8');
  process.kill(Number(pid), 'SIGTERM');
  while (
    fs.existsSync(`/proc/${pid}/stat`) &&
    !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  )
    execFileSync('sleep', ['0.1']);
}

const units = given.filter((word) => word.endsWith('.service') && word !== 'caddy.service');
if (act === '-u') process.stdout.write(fs.readFileSync(logOf(given[0])));
if (act === 'stop' || act === 'restart') units.forEach(stop);
if (act === 'start' || act === 'restart' || (act === 'enable' && given[0] === '--now'))
  units.forEach(start);
if (act === 'reload') execFileSync('caddy', ['validate', '--config', '/etc/caddy/Caddyfile']);
