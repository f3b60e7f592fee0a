/** What keys digests, seals and opens: which secrets must be there, and what they must not be. */
import type { Given } from './settings.ts';
import { ConfigError, SECRET_MAKER } from './values.ts';

export interface SecretsConfig {
  /** Keys the digests of codes and devices. Absent in demo unless set: one is made and kept in the database. */
  readonly secretKey?: string;
  /** Earlier secrets, by which what they encrypted still opens. */
  readonly previousSecretKeys?: readonly string[];
  /** Seals backups. Another secret than SECRET_KEY: a backup must not open with what its server knows. */
  readonly backupKey?: string;
  /** Lets others than the machine itself read /metrics. */
  readonly metricsToken?: string;
}

export function readSecrets(given: Given, isDemo: boolean): SecretsConfig {
  const { SECRET_KEY: secretKey, SECRET_KEYS_PREVIOUS: previousSecretKeys } = given;
  const { BACKUP_KEY: backupKey, METRICS_TOKEN: metricsToken } = given;
  if (secretKey === undefined && !isDemo)
    throw new ConfigError(
      'SECRET_KEY',
      `must be set outside demo mode: 32 or more random characters, as ${SECRET_MAKER} makes them`,
    );
  if (previousSecretKeys !== undefined && secretKey === undefined)
    throw new ConfigError('SECRET_KEYS_PREVIOUS', 'needs SECRET_KEY, the present one');
  if (previousSecretKeys?.some((key) => key.length < 32) === true)
    throw new ConfigError('SECRET_KEYS_PREVIOUS', 'must be earlier values of SECRET_KEY');
  if (backupKey !== undefined && backupKey === secretKey)
    throw new ConfigError('BACKUP_KEY', 'must be another secret than SECRET_KEY');
  return {
    ...(secretKey !== undefined && { secretKey }),
    ...(previousSecretKeys !== undefined && { previousSecretKeys }),
    ...(backupKey !== undefined && { backupKey }),
    ...(metricsToken !== undefined && { metricsToken }),
  };
}
