/**
 * To which domain operators' passkeys belong. Browsers use a passkey at its own domain only, so with another one no operator comes
 * in, and nothing else would say why.
 */
import type { Logger } from 'pino';
import type { Config } from '../../core/config/config.ts';
import type { PasskeyConfig } from '../../core/config/passkeys.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import { readSetting, settleSetting, writeSetting } from '../../core/store/settings-queries.ts';
import { hasOperatorPasskeys } from './passkey-queries.ts';

const SETTING = 'operator_passkey_domain';

/** Notes the domain of what was just made. */
export function notePasskeyDomain(
  transaction: Queryable,
  { rpId }: Pick<PasskeyConfig, 'rpId'>,
  nowMs: number,
): Promise<void> {
  return writeSetting(transaction, SETTING, { value: JSON.stringify(rpId), nowMs });
}

/** In words, that operators' passkeys open nothing with these settings; undefined where they do, or there are none. */
export async function lostPasskeyDomain(
  source: Queryable,
  passkeys: Pick<PasskeyConfig, 'rpId'> | undefined,
): Promise<string | undefined> {
  if (!(await hasOperatorPasskeys(source))) return undefined;
  const before = await readSetting(source, SETTING);
  const now = passkeys?.rpId;
  if (now !== undefined && (before === undefined || before === now)) return undefined;
  const theirs = typeof before === 'string' ? before : 'a domain';
  const other = now === undefined ? 'PUBLIC_URL admits none' : `the settings say ${now}`;
  return `operators' passkeys belong to ${theirs}, and ${other}: no operator can log in with one`;
}

/** At a start: says so in the log. Of those that were made before it was noted the domain is taken to be this. */
export async function heedPasskeyDomain({
  database,
  clock,
  log,
  config,
}: {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'error'>;
  readonly config: Pick<Config, 'passkeys'>;
}): Promise<void> {
  const { passkeys } = config;
  const lost = await lostPasskeyDomain(database, passkeys);
  if (lost !== undefined)
    log.error(
      `${lost}; put PASSKEY_RP_ID and PUBLIC_URL back, or see docs/operating/console.md#another-domain`,
    );
  else if (passkeys !== undefined && (await hasOperatorPasskeys(database))) {
    const value = JSON.stringify(passkeys.rpId);
    await settleSetting(database, SETTING, { value, nowMs: clock.now() });
  }
}
