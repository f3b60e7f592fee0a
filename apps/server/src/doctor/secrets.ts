/** Secrets: which are there, and who else on this machine may read them. */
import { existsSync, statSync } from 'node:fs';
import process from 'node:process';
import { secretFiles } from '../core/config/environment.ts';
import { type Finding, good, note, type Subject } from './finding.ts';

const ABOUT = 'secrets';
const OTHERS = 0o077;

export async function lookAtSecrets({ config, environment }: Subject): Promise<Finding[]> {
  const found: Finding[] = [];
  const files = ['.env', ...secretFiles(environment)].filter((file) => existsSync(file));
  for (const file of files)
    if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0)
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
