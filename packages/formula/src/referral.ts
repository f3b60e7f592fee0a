/** The sums of referral: what an inviter gets of a fee that the invitee pays, and which level so many invitees make. */
import {
  type AmountMinor,
  amountMinor,
  assert,
  divFloor,
  minimum,
  PPM_ONE,
  type RatePpm,
} from '@fairlead/units';

/** A fee as far as its rebate goes. */
interface RebatedFee {
  readonly fee: AmountMinor;
  readonly ratio: RatePpm;
  /** Of the fee, what the house does not keep: the insurance fund's share of a futures fee. */
  readonly insuranceShare: AmountMinor;
}

/** fee × ratio rounded down, and no more than what the house keeps of the fee. Never more than the fee. */
export function rebateAmount({ fee, ratio, insuranceShare }: RebatedFee): AmountMinor {
  assert(ratio >= 0n && ratio <= PPM_ONE, 'a ratio lies between nothing and the whole');
  assert(insuranceShare >= 0n && insuranceShare <= fee, 'a share is a part of the fee');
  return minimum(amountMinor(divFloor(fee * ratio, PPM_ONE)), amountMinor(fee - insuranceShare));
}

/** Place of the highest level that so many invitees reach. Levels ascend by `needs`, the first needs none. */
export function referralLevel(
  levels: readonly { readonly needs: number }[],
  invitees: number,
): number {
  let reached = 0;
  for (const [at, { needs }] of levels.entries()) {
    if (needs <= invitees) reached = at;
  }
  return reached;
}
