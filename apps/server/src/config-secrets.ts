/** Secrets from files, as container engines and systemd hand them over: `SECRET_KEY_FILE` names one with the value. */
import { readFileSync } from 'node:fs';
import { ConfigError, type Environment, text } from './config-values.ts';

/** Settings whose value should be seen by nobody who lists processes. */
const SECRETS = [
  'DATABASE_URL',
  'HEADS_GIT_REMOTE',
  'HEADS_POST_SECRET',
  'HEADS_POST_URL',
  'METRICS_TOKEN',
  'OPERATOR_PASSWORD',
  'REDIS_URL',
  'SECRET_KEY',
  'SECRET_KEYS_PREVIOUS',
  'SIGNER_TOKEN',
  'SMS_WEBHOOK_URL',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
] as const;

/** Adds what the files say. One that cannot be read, or a value given twice, is a ConfigError. */
export function withSecretFiles(environment: Environment): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = text(environment, `${name}_FILE`);
    if (file === undefined) continue;
    if (text(environment, name) !== undefined)
      throw new ConfigError(name, `is given twice: ${name} and ${name}_FILE`);
    try {
      read[name] = readFileSync(file, 'utf8');
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : 'unreadable';
      throw new ConfigError(`${name}_FILE`, `${file} cannot be read: ${reason}`);
    }
    if (text(read, name) === undefined) throw new ConfigError(`${name}_FILE`, `${file} is empty`);
  }
  return { ...environment, ...read };
}
