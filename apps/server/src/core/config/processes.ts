/** The settings of several processes: which part this one is, and what they speak through. */
import type { Given, Role } from './settings.ts';
import { ConfigError } from './values.ts';

export interface ProcessesConfig {
  readonly role: Role;
  readonly redisUrl?: string;
}

/** `gateway` and `engine` need PostgreSQL and Redis, which they share; `all` needs neither and takes no Redis. */
export function readProcesses(
  { ROLE: role, REDIS_URL, BOTS }: Given,
  databaseUrl: string | undefined,
): ProcessesConfig {
  const redisUrl = REDIS_URL?.href;
  if (role === 'all') {
    if (redisUrl !== undefined)
      throw new ConfigError('REDIS_URL', 'belongs to ROLE=gateway or ROLE=engine; leave it out');
    return { role };
  }
  if (databaseUrl === undefined)
    throw new ConfigError(
      'DATABASE_URL',
      `must be set with ROLE=${role}: processes share PostgreSQL`,
    );
  if (redisUrl === undefined)
    throw new ConfigError(
      'REDIS_URL',
      `must be set with ROLE=${role}, for example redis://127.0.0.1:6379`,
    );
  if (role === 'gateway' && BOTS === true)
    throw new ConfigError('BOTS', 'run beside the engine: set them with ROLE=engine');
  return { role, redisUrl };
}
