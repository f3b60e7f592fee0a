/** The setting of backups. */
import { ConfigError, type Environment, isExample, text } from './config-values.ts';

const KEY_CHARACTERS_MIN = 32;

/** What backups are sealed with. Another secret than SECRET_KEY: a backup must not open with what its server knows. */
export function readBackupKey(environment: Environment): { readonly backupKey?: string } {
  const backupKey = text(environment, 'BACKUP_KEY');
  if (backupKey === undefined) return {};
  if (backupKey.length < KEY_CHARACTERS_MIN || isExample(backupKey))
    throw new ConfigError('BACKUP_KEY', 'must be 32 or more random characters');
  if (backupKey === text(environment, 'SECRET_KEY'))
    throw new ConfigError('BACKUP_KEY', 'must be another secret than SECRET_KEY');
  return { backupKey };
}
