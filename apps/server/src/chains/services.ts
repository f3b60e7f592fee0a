/** Makes the watchers of chains. */
import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { Chains } from './chains.ts';
import type { FindTerms } from './deposit-keeper.ts';

export interface ChainsParts {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  readonly sequencer: SequencerPort;
  /** What a deposit by a chain needs, as custody says. */
  readonly custodyTerms: { readonly chain: FindTerms };
}

export interface ChainsServices {
  readonly chains: Chains;
}

export function createChains({ custodyTerms, ...parts }: ChainsParts): ChainsServices {
  const findTerms: FindTerms = (currencyId, chain) => custodyTerms.chain(currencyId, chain);
  return { chains: new Chains({ ...parts, findTerms }) };
}
