/** What a transaction weighs before it is signed, and which coins it takes. */

/** Nodes do not pass on outputs of less; 294 would do for our own, not for every payee's. */
export const DUST = 546n;

/** Weight units: what is in every transaction, with the mark of witnesses, and each input of ours with a signature. */
const BASE_WEIGHT = 4 * (4 + 1 + 1 + 4) + 2;
const INPUT_WEIGHT = 4 * 41 + 108;
const OUTPUT_BYTES = 8 + 1;

/** Virtual bytes, with signatures of the longest kind. */
export function sizeOf(inputs: number, scripts: readonly Uint8Array[]): bigint {
  const outputs = scripts.reduce((sum, script) => sum + 4 * (OUTPUT_BYTES + script.length), 0);
  return BigInt(Math.ceil((BASE_WEIGHT + inputs * INPUT_WEIGHT + outputs) / 4));
}

/** BIP-125: more than any before it, and as much more as passing it on costs. */
export function feeToReplace(
  versions: readonly { readonly fee: bigint }[],
  { size, rate }: { readonly size: bigint; readonly rate: bigint },
): bigint {
  const least = versions.map(({ fee }) => fee + size);
  return [size * rate, ...least].toSorted(descending)[0] ?? size * rate;
}

export const lower = (one: bigint, other: bigint): bigint =>
  descending(one, other) > 0 ? one : other;

const descending = (a: bigint, b: bigint): number => (a < b ? 1 : a > b ? -1 : 0);

/** More would not fit the one byte in which their number is counted, nor a wish for few. */
const INPUTS_MAX = 100;

export interface Choice<Chosen> {
  readonly coins: readonly Chosen[];
  readonly fee: bigint;
}

/** The largest coins first, until they are enough for payment and fee; undefined when all are not. */
export function choose<Chosen extends { readonly units: bigint }>(
  coins: readonly Chosen[],
  wanted: {
    readonly units: bigint;
    readonly rate: bigint;
    readonly scripts: readonly Uint8Array[];
  },
): Choice<Chosen> | undefined {
  const sorted = coins.toSorted((a, b) => descending(a.units, b.units));
  let sum = 0n;
  for (const [n, coin] of sorted.slice(0, INPUTS_MAX).entries()) {
    sum += coin.units;
    const fee = sizeOf(n + 1, wanted.scripts) * wanted.rate;
    if (sum >= wanted.units + fee) return { coins: sorted.slice(0, n + 1), fee };
  }
  return undefined;
}
