/** Real, demo or sandbox: read by config.ts only. */
import type { ChainsConfig } from './chains.ts';
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

/** Which kind of deployment this is. Real money needs real prices. */
export function readMode(
  { SANDBOX: isSandbox, DEMO }: Given,
  feed: { readonly kind: 'simulated' | 'replay' | 'live' },
): { readonly isDemo: boolean; readonly isSandbox: boolean } {
  const isDemo = DEMO ?? (isSandbox || feed.kind !== 'live');
  if (isSandbox && !isDemo)
    throw new ConfigError('SANDBOX', 'true is trading with test funds: leave DEMO=false out');
  if (isSandbox && feed.kind === 'simulated')
    throw new ConfigError(
      'SANDBOX',
      'true needs real or recorded prices: set FEED=live:… or FEED=replay:…',
    );
  if (!isDemo && feed.kind !== 'live')
    throw new ConfigError('DEMO', `false needs real prices: set FEED=live:…, it is ${feed.kind}`);
  return { isDemo, isSandbox };
}

/** Paper trades end on paper: not even test coins of a chain come in. */
export function refuseInSandbox(chains: ChainsConfig, isSandbox: boolean): ChainsConfig {
  const isUsed =
    chains.chains.length > 0 || (chains.signerToken ?? chains.sweeperToken) !== undefined;
  if (isSandbox && isUsed)
    throw new ConfigError(
      'SANDBOX',
      'true takes no chains: leave XPUB_…, SIGNER_TOKEN and SWEEPER_TOKEN out',
    );
  return chains;
}

/** Hours of notice outside demo, at least: everybody had a night and a day to act on it. */
const TERMS_NOTICE_HOURS_MIN = 24;

/** How long changes of terms that are worse for users are announced before they begin. */
export function readTermsNotice({ TERMS_NOTICE_HOURS }: Given, isDemo: boolean): number {
  const hours = TERMS_NOTICE_HOURS ?? (isDemo ? 0 : TERMS_NOTICE_HOURS_MIN);
  if (hours < TERMS_NOTICE_HOURS_MIN && !isDemo)
    throw new ConfigError(
      'TERMS_NOTICE_HOURS',
      `must be ${TERMS_NOTICE_HOURS_MIN} or more outside demo mode`,
    );
  return hours;
}

export interface RecoveryConfig {
  /** From two ways to a new password. */
  readonly delayHours: number;
  /** From then until money leaves again. */
  readonly holdHours: number;
}

/** Whoever is robbed of two ways must have a day to hear of it. */
const RECOVERY_HOURS_MIN = 24;

export function readRecovery(given: Given, isDemo: boolean): RecoveryConfig {
  for (const name of ['RECOVERY_DELAY_HOURS', 'RECOVERY_HOLD_HOURS'] as const)
    if (!isDemo && given[name] < RECOVERY_HOURS_MIN)
      throw new ConfigError(name, `must be ${RECOVERY_HOURS_MIN} or more outside demo mode`);
  return { delayHours: given.RECOVERY_DELAY_HOURS, holdHours: given.RECOVERY_HOLD_HOURS };
}
