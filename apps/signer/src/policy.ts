/**
 * The signer's own rules, in a file beside its key. They hold whatever the exchange says: a taken-over exchange
 * can ask, but not for more than these allow (W12).
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { getAddress, type Hex, isAddress } from 'viem';
import * as z from 'zod/mini';
import { type OperatorPolicy, toOperatorPolicy, zOperatorPolicy } from './operators.ts';
import type { PasskeyPolicy } from './passkeys.ts';

const HOUR_MS = 60 * 60_000;
const DECIMAL = /^(0|[1-9]\d{0,30})(\.\d{1,30})?$/;
export const zDecimal = z.string().check(z.regex(DECIMAL));
const zPasskeyPolicy = z.strictObject({
  deployment: z.string().check(z.minLength(1)),
  rp_id: z.string().check(z.minLength(1)),
  origins: z.array(z.url()).check(z.minLength(1)),
  /** A passkey counts so long after the signer first saw it. */
  ripe_after_hours: z.number().check(z.gt(0), z.lte(8_760)),
});
/** What must be signed beside the exchange's word: the same in the policy of every chain. */
export const signedRules = {
  /** Without it nothing is asked of what users' passkeys signed. */
  passkeys: z.optional(zPasskeyPolicy),
  /** Without it approvals are what the exchange says. */
  operators: z.optional(zOperatorPolicy),
  /** What operators signed longer ago pays nothing. Needs `operators`: else its time would be the exchange's word alone. */
  approvals_good_for_hours: z.optional(z.number().check(z.gt(0), z.lte(8_760))),
};
/** What a policy says of each currency; `isContract` tells how the chain writes contracts. */
export const zCurrencies = (isContract: (text: string) => boolean) =>
  z
    .array(
      z.strictObject({
        currency_id: z.number().check(z.int(), z.gt(0)),
        name: z.string(),
        /** Absent for the chain's own coin. */
        contract: z.optional(z.string().check(z.refine(isContract))),
        decimals: z.number().check(z.int(), z.gte(0), z.lte(30)),
        /** Signed in one UTC day at most. */
        daily_cap: zDecimal,
        /** From here on two different operators must have approved. */
        two_approvals_from: zDecimal,
      }),
    )
    .check(z.minLength(1));
const zPolicy = z.strictObject({
  chain_id: z.number().check(z.int(), z.gt(0)),
  /** Blocks after which a payment is final. */
  confirmations: z.number().check(z.int(), z.gte(1)),
  /** The highest price of gas that is paid; above it withdrawals wait. */
  max_fee_gwei: zDecimal,
  ...signedRules,
  currencies: zCurrencies((text) => isAddress(text)),
});

export interface CurrencyPolicy<Contract = Hex> {
  readonly currencyId: number;
  readonly name: string;
  readonly contract: Contract | undefined;
  readonly decimals: number;
  /** Chain units. */
  readonly dailyCap: bigint;
  readonly twoApprovalsFrom: bigint;
}

export interface SignedRules {
  readonly passkeys: PasskeyPolicy | undefined;
  readonly operators: OperatorPolicy | undefined;
}

export interface Policy extends SignedRules {
  readonly chainId: number;
  readonly confirmations: number;
  readonly maxFeePerGas: bigint;
  readonly currencies: ReadonlyMap<number, CurrencyPolicy>;
}

export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

/** What a policy's file says, to be parsed. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    throw new PolicyError(`${file} cannot be read as JSON`);
  }
}

export function readPolicy(file: string): Policy {
  return parsePolicy(readJson(file));
}

export function parsePolicy(given: unknown): Policy {
  const parsed = parseGiven(zPolicy, given);
  const { currencies } = parsed;
  return {
    chainId: parsed.chain_id,
    confirmations: parsed.confirmations,
    maxFeePerGas: exactUnits(parsed.max_fee_gwei, 9),
    ...toSignedRules(parsed),
    currencies: readCurrencies(currencies, getAddress),
  };
}

/** By their ids. Throws PolicyError for one that is named twice. */
export function readCurrencies<Contract>(
  currencies: z.infer<ReturnType<typeof zCurrencies>>,
  contractOf: (text: string) => Contract,
): ReadonlyMap<number, CurrencyPolicy<Contract>> {
  const read = new Map<number, CurrencyPolicy<Contract>>();
  for (const { currency_id: currencyId, name, contract, decimals, ...caps } of currencies) {
    if (read.has(currencyId)) throw new PolicyError('the policy names a currency twice');
    read.set(currencyId, {
      currencyId,
      name,
      contract: contract === undefined ? undefined : contractOf(contract),
      decimals,
      dailyCap: exactUnits(caps.daily_cap, decimals),
      twoApprovalsFrom: exactUnits(caps.two_approvals_from, decimals),
    });
  }
  return read;
}

/** Throws PolicyError with the first thing that is wrong. */
export function parseGiven<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PolicyError(`the policy is wrong at ${issue?.path.join('.')}: ${issue?.message}`);
}

export const toSignedRules = ({
  passkeys,
  operators,
  approvals_good_for_hours: goodForHours,
}: z.infer<z.ZodMiniObject<typeof signedRules>>): SignedRules => {
  if (goodForHours !== undefined && operators === undefined)
    throw new PolicyError('approvals_good_for_hours needs operators');
  const goodForMs = goodForHours === undefined ? undefined : goodForHours * HOUR_MS;
  return {
    passkeys: passkeys && toPasskeyPolicy(passkeys),
    operators: operators && { ...toOperatorPolicy(operators), goodForMs },
  };
};

const toPasskeyPolicy = (given: z.infer<typeof zPasskeyPolicy>): PasskeyPolicy => ({
  deployment: given.deployment,
  rpId: given.rp_id,
  origins: given.origins,
  ripeAfterMs: given.ripe_after_hours * HOUR_MS,
});

export function exactUnits(text: string, decimals: number): bigint {
  const units = toUnits(text, decimals);
  if (units === undefined) throw new PolicyError(`"${text}" has more than ${decimals} decimals`);
  return units;
}

/** A decimal in chain units; undefined when it is none or finer than the chain counts. */
export function toUnits(text: string, decimals: number): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.replace(/(?<!0)0+$/, '');
  return kept.length > decimals ? undefined : BigInt(whole + kept.padEnd(decimals, '0'));
}

/** What operators approve, exactly as they were shown it. */
export interface Intent {
  readonly id: number;
  readonly chain: string;
  readonly address: string;
  readonly amount: string;
  readonly currency_id: number;
}

/**
 * SHA-256 of the intent's RFC 8785 JSON, written here again from what is about to be signed; `signed` is the hash of what
 * its owner's passkey signed, where there is one.
 */
export function intentHash(
  { address, amount, chain, currency_id, id }: Intent,
  signed?: string,
): string {
  const text = JSON.stringify({ address, amount, chain, currency_id, id, signed });
  return createHash('sha256').update(text).digest('hex');
}
