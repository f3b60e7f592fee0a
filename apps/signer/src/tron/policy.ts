/** The Tron signer's own rules, in a file beside its key. They hold whatever exchange and nodes say (W12). */
import * as z from 'zod/mini';
import {
  type CurrencyPolicy,
  exactUnits,
  PolicyError,
  parseGiven,
  readCurrencies,
  readJson,
  type SignedRules,
  signedRules,
  toSignedRules,
  zCurrencies,
  zDecimal,
} from '../policy.ts';
import { bytesOf } from './address.ts';
import { NETWORKS, type TronNetwork } from './node.ts';

export const TRX_DECIMALS = 6;
const MINUTE_MS = 60_000;
const zPolicy = z.strictObject({
  network: z.enum(Object.keys(NETWORKS) as [TronNetwork, ...TronNetwork[]]),
  /** A payment that is in no block by then never is. A chain takes none that expires later than in a day. */
  expires_after_minutes: z.number().check(z.int(), z.gte(5), z.lte(1_380)),
  /** What one payment may cost at most, in TRX: its fee limit, its bandwidth, and an account that it makes. */
  max_fee: zDecimal,
  /** What the payments of one UTC day may cost at most, in TRX. */
  daily_fee_cap: zDecimal,
  ...signedRules,
  currencies: zCurrencies((text) => bytesOf(text) !== undefined),
});

export type TronCurrency = CurrencyPolicy<string>;

/** Fees are sun. */
export interface TronPolicy extends SignedRules {
  readonly network: TronNetwork;
  readonly expiresAfterMs: number;
  readonly maxFee: bigint;
  readonly dailyFeeCap: bigint;
  readonly currencies: ReadonlyMap<number, TronCurrency>;
}

export const readTronPolicy = (file: string): TronPolicy => parseTronPolicy(readJson(file));

export function parseTronPolicy(given: unknown): TronPolicy {
  const parsed = parseGiven(zPolicy, given);
  const currencies = readCurrencies(parsed.currencies, String);
  for (const { name, contract, decimals } of currencies.values())
    if (contract === undefined && decimals !== TRX_DECIMALS)
      throw new PolicyError(`the policy is wrong at ${name}: TRX has ${TRX_DECIMALS} decimals`);
  const policy = {
    network: parsed.network,
    expiresAfterMs: parsed.expires_after_minutes * MINUTE_MS,
    maxFee: exactUnits(parsed.max_fee, TRX_DECIMALS),
    dailyFeeCap: exactUnits(parsed.daily_fee_cap, TRX_DECIMALS),
    ...toSignedRules(parsed),
    currencies,
  };
  if (policy.maxFee > policy.dailyFeeCap)
    throw new PolicyError('max_fee is more than daily_fee_cap');
  return policy;
}
