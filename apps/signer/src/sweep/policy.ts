/**
 * The sweeping signer's own rules, in a file beside its key. Where deposits go stands here and nowhere else: the exchange
 * is never asked, so a taken-over one can have own money moved to own wallets at most, for fees up to these caps.
 */
import { getAddress, type Hex, isAddress } from 'viem';
import * as z from 'zod/mini';
import { type NetworkName, scriptOf } from '../bitcoin/network.ts';
import { exactUnits, PolicyError, parseGiven, readJson, zDecimal } from '../policy.ts';
import type { AccountNetwork } from './account.ts';

const MINUTE_MS = 60_000;
const COIN_DECIMALS = 18;
const BITCOIN_DECIMALS = 8;

const isRealAddress = (text: string) => isAddress(text) && BigInt(text) !== 0n;
const zAddress = z.string().check(z.refine(isRealAddress));
const zStuck = z.number().check(z.gt(0), z.lte(100_000));
const zFees = {
  /** What one transaction may cost, in the chain's coin; gas that is given to an address counts. */
  max_fee: zDecimal,
  /** What all that is signed on one UTC day may cost. */
  max_fees_per_day: zDecimal,
  /** A sweep that is open for longer is told of. */
  stuck_after_minutes: zStuck,
};
const zAmounts = {
  /** Less than this is left where it is. */
  min: zDecimal,
  /** With more than this in the hot wallet the rest goes to the cold one. */
  hot_max: z.optional(zDecimal),
};
const zPolicy = z.strictObject({
  chain_id: z.number().check(z.int(), z.gt(0)),
  /** Blocks after which money may be swept, and a sweep is final. */
  confirmations: z.number().check(z.int(), z.gte(1), z.lte(100)),
  /** The highest price of gas that is paid; above it nothing is swept. */
  max_fee_gwei: zDecimal,
  sweep: z.strictObject({
    hot: z.optional(zAddress),
    cold: z.optional(zAddress),
    ...zFees,
    currencies: z
      .array(
        z.strictObject({
          currency_id: z.number().check(z.int(), z.gt(0)),
          name: z.string(),
          /** Absent for ether. */
          contract: z.optional(z.string().check(z.refine((text) => isAddress(text)))),
          decimals: z.number().check(z.int(), z.gte(0), z.lte(30)),
          ...zAmounts,
        }),
      )
      .check(z.minLength(1)),
  }),
});
const zBitcoinPolicy = z.strictObject({
  network: z.enum(['main', 'test', 'regtest']),
  currency_id: z.number().check(z.int(), z.gt(0)),
  name: z.string(),
  confirmations: z.number().check(z.int(), z.gte(1), z.lte(100)),
  /** Blocks within which a sweep should be in one; it hurries nowhere. */
  target_blocks: z.number().check(z.int(), z.gte(1), z.lte(1_008)),
  sweep: z.strictObject({
    hot: z.optional(z.string()),
    cold: z.optional(z.string()),
    ...zFees,
    /** Satoshis a virtual byte: while blocks cost more nothing is swept. */
    max_fee_rate: z.number().check(z.int(), z.gte(1), z.lte(10_000)),
    ...zAmounts,
  }),
});

export interface SweptCurrency {
  readonly currencyId: number;
  readonly name: string;
  readonly contract: Hex | undefined;
  readonly decimals: number;
  /** Chain units. */
  readonly min: bigint;
  readonly hotMax: bigint | undefined;
}

interface SweepRules<Place> {
  readonly hot: Place | undefined;
  readonly cold: Place | undefined;
  readonly maxFee: bigint;
  readonly maxFeesPerDay: bigint;
  readonly stuckAfterMs: number;
  readonly confirmations: number;
}

export interface SweepPolicy extends SweepRules<Hex> {
  readonly chainId: number;
  readonly network: AccountNetwork;
  readonly maxFeePerGas: bigint;
  /** Tokens first: what they need of an address's ether is not swept before. */
  readonly currencies: readonly SweptCurrency[];
  /** Ether, which pays for gas. */
  readonly coin: SweptCurrency;
}

export interface BitcoinPlace {
  readonly address: string;
  readonly script: Uint8Array;
}

export interface BitcoinSweepPolicy extends SweepRules<BitcoinPlace> {
  readonly network: NetworkName;
  readonly currencyId: number;
  readonly targetBlocks: number;
  readonly maxFeeRate: bigint;
  readonly min: bigint;
  readonly hotMax: bigint | undefined;
}

export const readSweepPolicy = (file: string): SweepPolicy => parseSweepPolicy(readJson(file));
export const readBitcoinSweepPolicy = (file: string): BitcoinSweepPolicy =>
  parseBitcoinSweepPolicy(readJson(file));

export function parseSweepPolicy(given: unknown): SweepPolicy {
  const { sweep, ...parsed } = parseGiven(zPolicy, given);
  const place = (text: string | undefined) => (text === undefined ? undefined : getAddress(text));
  const places = placesOf({ hot: place(sweep.hot), cold: place(sweep.cold) });
  const currencies = sweep.currencies.map(({ currency_id: currencyId, name, ...each }) => ({
    currencyId,
    name,
    contract: place(each.contract),
    decimals: each.decimals,
    ...amountsOf(each, each.decimals, sweep),
  }));
  const coin = currencies.find(({ contract }) => contract === undefined);
  if (coin === undefined)
    throw new PolicyError('the policy does not name ether, which pays for gas');
  for (const { currencyId, contract, decimals } of currencies) {
    const isTwice = currencies.filter(
      (other) => other.currencyId === currencyId || other.contract === contract,
    );
    if (isTwice.length > 1) throw new PolicyError('the policy names a currency twice');
    if (contract === undefined && decimals !== COIN_DECIMALS)
      throw new PolicyError('ether has 18 decimals');
    if (contract !== undefined && [place(sweep.hot), place(sweep.cold)].includes(contract))
      throw new PolicyError('a token’s contract is no wallet');
  }
  return {
    chainId: parsed.chain_id,
    network: parsed.chain_id === 1 ? 'main' : 'test',
    maxFeePerGas: exactUnits(parsed.max_fee_gwei, 9),
    currencies: currencies.toSorted(tokensFirst),
    coin,
    ...places,
    ...feesOf(sweep, COIN_DECIMALS),
    confirmations: parsed.confirmations,
  };
}

export function parseBitcoinSweepPolicy(given: unknown): BitcoinSweepPolicy {
  const { sweep, ...parsed } = parseGiven(zBitcoinPolicy, given);
  const { network } = parsed;
  const place = (address: string | undefined): BitcoinPlace | undefined => {
    if (address === undefined) return undefined;
    const script = scriptOf(address, network);
    if (script === undefined) throw new PolicyError(`"${address}" is no address of ${network}`);
    return { address, script };
  };
  return {
    network,
    currencyId: parsed.currency_id,
    targetBlocks: parsed.target_blocks,
    maxFeeRate: BigInt(sweep.max_fee_rate),
    ...placesOf({ hot: place(sweep.hot), cold: place(sweep.cold) }),
    ...feesOf(sweep, BITCOIN_DECIMALS),
    ...amountsOf(sweep, BITCOIN_DECIMALS, sweep),
    confirmations: parsed.confirmations,
  };
}

function placesOf<Place>(places: { hot: Place | undefined; cold: Place | undefined }) {
  if (places.hot === undefined && places.cold === undefined)
    throw new PolicyError('the policy names neither a hot nor a cold wallet');
  return places;
}

function feesOf(
  given: z.infer<z.ZodMiniObject<typeof zFees>>,
  decimals: number,
): Pick<SweepRules<never>, 'maxFee' | 'maxFeesPerDay' | 'stuckAfterMs'> {
  const maxFee = exactUnits(given.max_fee, decimals);
  const maxFeesPerDay = exactUnits(given.max_fees_per_day, decimals);
  if (maxFee > maxFeesPerDay) throw new PolicyError('max_fee is more than max_fees_per_day');
  return { maxFee, maxFeesPerDay, stuckAfterMs: given.stuck_after_minutes * MINUTE_MS };
}

function amountsOf(
  { min, hot_max: hotMax }: z.infer<z.ZodMiniObject<typeof zAmounts>>,
  decimals: number,
  { hot, cold }: { readonly hot?: string | undefined; readonly cold?: string | undefined },
): Pick<SweptCurrency, 'min' | 'hotMax'> {
  const least = exactUnits(min, decimals);
  if (least === 0n) throw new PolicyError('min must be more than nothing');
  if ((hotMax === undefined) === (hot !== undefined && cold !== undefined))
    throw new PolicyError('hot_max belongs to a policy with both a hot and a cold wallet');
  return { min: least, hotMax: hotMax === undefined ? undefined : exactUnits(hotMax, decimals) };
}

const tokensFirst = (one: SweptCurrency, other: SweptCurrency): number =>
  Number(one.contract === undefined) - Number(other.contract === undefined);

/** A decimal of chain units, as reports say amounts. */
export function toDecimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end--;
  const whole = digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** How much more of a currency the hot wallet may get; undefined without a bound. */
export function roomOf(
  hotMax: bigint | undefined,
  { held, underWay }: { readonly held: bigint; readonly underWay: bigint },
): bigint | undefined {
  if (hotMax === undefined) return undefined;
  const room = hotMax - held - underWay;
  return room < 0n ? 0n : room;
}
