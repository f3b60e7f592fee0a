/** Secrets: which are there, and who else on this machine may read them. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { secretFiles } from '../core/config/environment.ts';
import { type Finding, good, note, type Subject } from './finding.ts';

const ABOUT = 'secrets';
const OTHERS = 0o077;

/** Where an engine of containers puts the secrets of one: nobody else is in it. */
const CONTAINER_FOLDER = '/run/secrets';

const isOpen = (place: string): boolean =>
  process.platform !== 'win32' && (statSync(place).mode & OTHERS) !== 0;

/** Files of a closed folder are open on purpose: a container's user reads those that it is given (deploy/make-secrets.sh). */
function isReached(file: string): boolean {
  const folder = path.dirname(path.resolve(file));
  return folder !== CONTAINER_FOLDER && isOpen(folder);
}

export async function lookAtSecrets({ config, environment }: Subject): Promise<Finding[]> {
  const found: Finding[] = [];
  const files = ['.env', ...secretFiles(environment)].filter((file) => existsSync(file));
  for (const file of files)
    if (isOpen(file) && !isReached(file))
      found.push(good(ABOUT, `nobody else reaches ${file}: its folder is closed to others`));
    else if (isOpen(file))
      found.push(note(ABOUT, `others than its owner may read ${file}`, `chmod go= ${file}`));
  if (config.backupKey === undefined)
    found.push(
      note(
        ABOUT,
        config.isDemo
          ? 'no BACKUP_KEY: anybody can read a backup'
          : 'no BACKUP_KEY: no backup can be made here',
        'openssl rand -base64 32, kept apart from the backups (docs/operating/backup.md#keys)',
      ),
    );
  if (!config.isDemo && config.metricsToken === undefined)
    found.push(
      note(
        ABOUT,
        'no METRICS_TOKEN: figures and alarms on this machine only',
        'set it where Prometheus is elsewhere (docs/operating/monitoring.md)',
      ),
    );
  const own = config.secretKey === undefined ? 'the demo has one of its own' : 'SECRET_KEY is set';
  return [good(ABOUT, own), ...found];
}
