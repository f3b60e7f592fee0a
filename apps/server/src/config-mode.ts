/** Real, demo or sandbox: read by config.ts only. */
import type { ChainsConfig } from './config-chains.ts';
import { boolean, ConfigError, type Environment } from './config-values.ts';

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
