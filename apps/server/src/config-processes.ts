/** The settings of several processes: which part this one is, and what they speak through. */
import { ConfigError, type Environment, oneOf, text, url } from './config-values.ts';

const ROLES = ['all', 'gateway', 'engine'] as const;
export type Role = (typeof ROLES)[number];

export interface ProcessesConfig {
  readonly role: Role;
  readonly redisUrl?: string;
}

/** `gateway` and `engine` need PostgreSQL and Redis, which they share; `all` needs neither and takes no Redis. */
export function readProcesses(
  environment: Environment,
  databaseUrl: string | undefined,
): ProcessesConfig {
  const role = oneOf(environment, 'ROLE', ROLES) ?? 'all';
  const redisUrl = url(environment, 'REDIS_URL', ['redis:', 'rediss:'])?.href;
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
  if (role === 'gateway' && text(environment, 'BOTS') === 'true')
    throw new ConfigError('BOTS', 'run beside the engine: set them with ROLE=engine');
  return { role, redisUrl };
}
