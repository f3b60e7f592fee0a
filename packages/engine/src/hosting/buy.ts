/** Locks money: the principal is frozen where it is, and the treasury sets all of its interest aside. */
import { hostingDueAtMs, hostingInterest } from '@fairlead/formula';
import { amountMinor } from '@fairlead/units';
import type { Reject, Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { hostingResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { hostingSlots } from './accounts.ts';
import type { BuyHosting } from './commands.ts';
import { isWorseHosting } from './configure.ts';
import type { HostingRow } from './rows.ts';
import type { HostingProduct } from './terms.ts';

export function buyHosting(state: EngineState, command: BuyHosting, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const product = state.hostings.product(command.productId);
  if (product === undefined) return reject('product_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  const code = checkAmount(state, command, product);
  if (code !== undefined) return reject(code);
  const row = orderOf(command, product, stamp);
  const slots = hostingSlots(state.ledger, row);
  if (!state.ledger.canPay(slots.user, row.amount)) return reject('insufficient_balance');
  if (!state.ledger.canPay(slots.treasury, row.interest)) return reject('house_limit');

  // From here on the command must succeed.
  state.ledger.freeze(slots.user, row.amount);
  state.ledger.freeze(slots.treasury, row.interest);
  state.hostings.add(row);
  return hostingResult(row);
}

function checkAmount(
  state: EngineState,
  { amount, shownTerms }: BuyHosting,
  product: HostingProduct,
): Reject | undefined {
  const { productId, isOpen, minMinor, maxMinor, capacityMinor } = product;
  if (!isOpen) return 'product_closed';
  if (amount <= 0n) return 'amount_not_positive';
  if (amount > maxMinor) return 'quantity_out_of_range';
  if (amount < minMinor) return 'below_minimum';
  if (isWorseHosting(product, shownTerms)) return 'terms_changed';
  const { amount: hosted } = state.hostings.hosted(productId);
  return hosted + amount > capacityMinor ? 'sold_out' : undefined;
}

function orderOf(
  { owner, amount }: BuyHosting,
  { productId, currencyId, days, dailyYieldPpm, damagesRatePpm }: HostingProduct,
  { sequence, timeMs }: Stamp,
): HostingRow {
  return {
    hostingId: sequence,
    owner,
    productId,
    currencyId,
    amount,
    days,
    dailyYieldPpm,
    damagesRatePpm,
    interest: hostingInterest({ amount, days, dailyYieldPpm }),
    postedDays: 0,
    earned: amountMinor(0n),
    damages: amountMinor(0n),
    penalty: amountMinor(0n),
    status: 'hosting',
    paidAtMs: timeMs,
    completesAtMs: hostingDueAtMs(timeMs, days),
  };
}
