/** Real, demo or sandbox: read by config.ts only. */
import type { ChainsConfig } from './config-chains.ts';
import { boolean, ConfigError, type Environment, integer } from './config-values.ts';

/** Which kind of deployment this is. Real money needs real prices. */
export function readMode(
  environment: Environment,
  feed: { readonly kind: 'simulated' | 'replay' | 'live' },
): { readonly isDemo: boolean; readonly isSandbox: boolean } {
  const isSandbox = boolean(environment, 'SANDBOX') ?? false;
  const isDemo = boolean(environment, 'DEMO') ?? (isSandbox || feed.kind !== 'live');
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
  const isUsed = chains.chains.length > 0 || chains.signerToken !== undefined;
  if (isSandbox && isUsed)
    throw new ConfigError('SANDBOX', 'true takes no chains: leave XPUB_… and SIGNER_TOKEN out');
  return chains;
}

/** Hours of notice outside demo, at least: everybody had a night and a day to act on it. */
const TERMS_NOTICE_HOURS_MIN = 24;

/** How long changes of terms that are worse for users are announced before they begin. */
export function readTermsNotice(environment: Environment, isDemo: boolean): number {
  const fallback = isDemo ? 0 : TERMS_NOTICE_HOURS_MIN;
  const bounds = { fallback, min: 0, max: 720 };
  const hours = integer(environment, { name: 'TERMS_NOTICE_HOURS', ...bounds });
  if (hours < TERMS_NOTICE_HOURS_MIN && !isDemo)
    throw new ConfigError(
      'TERMS_NOTICE_HOURS',
      `must be ${TERMS_NOTICE_HOURS_MIN} or more outside demo mode`,
    );
  return hours;
}
