/** The Bitcoin signer's own rules, in a file beside its key. They hold whatever exchange and node say (W12). */
import * as z from 'zod/mini';
import {
  exactUnits,
  PolicyError,
  parseGiven,
  readJson,
  type SignedRules,
  signedRules,
  toSignedRules,
  zDecimal,
} from '../policy.ts';
import type { NetworkName } from './network.ts';

const DECIMALS = 8;
const MINUTE_MS = 60_000;
const zRate = z.number().check(z.int(), z.gte(1), z.lte(10_000));
const zPolicy = z.strictObject({
  network: z.enum(['main', 'test', 'regtest']),
  currency_id: z.number().check(z.int(), z.gt(0)),
  name: z.string(),
  /** Blocks after which a payment is final, and a coin may be spent. */
  confirmations: z.number().check(z.int(), z.gte(1), z.lte(100)),
  /** Of one payment at most, in bitcoin. */
  payment_cap: zDecimal,
  /** Signed in one UTC day at most, in bitcoin. */
  daily_cap: zDecimal,
  /** From here on two different operators must have approved. */
  two_approvals_from: zDecimal,
  /** The fee of one transaction at most, in bitcoin, also of one that replaces another. */
  max_fee: zDecimal,
  /** The same for each virtual byte, in satoshi; above it withdrawals wait. */
  max_fee_rate: zRate,
  /** A payment is to be in a block within so many. */
  target_blocks: z.number().check(z.int(), z.gte(1), z.lte(144)),
  /** One that waits longer is replaced by the same with a higher fee, where blocks have become dearer. */
  replace_after_minutes: z.number().check(z.gt(0), z.lte(100_000)),
  /** With less than this in the wallet it says `low`. */
  top_up_below: z.optional(zDecimal),
  ...signedRules,
});

/** Amounts are satoshis. */
export interface BitcoinPolicy extends SignedRules {
  readonly network: NetworkName;
  readonly currencyId: number;
  readonly name: string;
  readonly confirmations: number;
  readonly paymentCap: bigint;
  readonly dailyCap: bigint;
  readonly twoApprovalsFrom: bigint;
  readonly maxFee: bigint;
  readonly maxFeeRate: bigint;
  readonly targetBlocks: number;
  readonly replaceAfterMs: number;
  readonly topUpBelow: bigint;
}

export const readBitcoinPolicy = (file: string): BitcoinPolicy =>
  parseBitcoinPolicy(readJson(file));

export function parseBitcoinPolicy(given: unknown): BitcoinPolicy {
  const parsed = parseGiven(zPolicy, given);
  const sats = (text: string) => exactUnits(text, DECIMALS);
  const policy = {
    network: parsed.network,
    currencyId: parsed.currency_id,
    name: parsed.name,
    confirmations: parsed.confirmations,
    paymentCap: sats(parsed.payment_cap),
    dailyCap: sats(parsed.daily_cap),
    twoApprovalsFrom: sats(parsed.two_approvals_from),
    maxFee: sats(parsed.max_fee),
    maxFeeRate: BigInt(parsed.max_fee_rate),
    targetBlocks: parsed.target_blocks,
    replaceAfterMs: parsed.replace_after_minutes * MINUTE_MS,
    topUpBelow: sats(parsed.top_up_below ?? '0'),
    ...toSignedRules(parsed),
  };
  if (policy.paymentCap > policy.dailyCap)
    throw new PolicyError('payment_cap is more than daily_cap');
  // It counts with the most that it may cost: one that fits into no day would keep all others waiting.
  if (policy.paymentCap + policy.maxFee > policy.dailyCap)
    throw new PolicyError('payment_cap and max_fee are more than daily_cap');
  return policy;
}
