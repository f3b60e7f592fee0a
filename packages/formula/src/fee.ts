import { type AmountMinor, amountMinor, assert, PPM_ONE, type RatePpm } from '@fairlead/units';

/**
 * The fee on what a fill receives, in the currency received.
 *
 * It rounds up, so every sub-unit stays with the exchange and no number of tiny orders trades for
 * free; at rates up to the whole it is never more than what is received.
 */
export function feeAmount(received: AmountMinor, rate: RatePpm): AmountMinor {
  assert(received >= 0n, 'what is received must not be negative');
  assert(rate >= 0n && rate <= PPM_ONE, 'a fee rate lies between nothing and the whole');
  return amountMinor((received * rate + PPM_ONE - 1n) / PPM_ONE);
}
