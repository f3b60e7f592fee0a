/**
 * What must hold before funds are locked or freed, in the order in which it is said. Bounds, capacity, the balance and
 * what the treasury can set aside are checked by the engine, where requests come one after another (Y3).
 */

import { type ParsedOf, ProblemError } from '@fairlead/contract';
import type { BuyHosting, HostingProduct, RedeemHosting } from '@fairlead/engine';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  maximum,
  minimum,
  PPM_ONE,
  RATE_SCALE,
  ratePpm,
} from '@fairlead/units';
import type { Reconciler } from '../core/checks/reconciler.ts';
import { Decimals } from '../core/http/fields/decimals.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import { balancesOf } from '../ledger/index.ts';
import type { Terms } from '../market/index.ts';
import {
  findHosting,
  type HostingProductState,
  hostingProductStates,
  readHostingProducts,
} from './queries.ts';

const HOUSE = 0;
/** What the engine takes; more than there is of anything. */
const AMOUNT_MAX = 2n ** 62n;

export interface HostingAsked {
  readonly userId: number;
  readonly input: ParsedOf<'buyHosting'>;
  readonly say: Say;
}

/** Makes the command of a purchase that may be made; throws ProblemError. */
export async function prepareHosting(
  {
    books,
    terms,
    reconciler,
  }: { readonly books: Database; readonly terms: Terms; readonly reconciler: Reconciler },
  { userId, input, say }: HostingAsked,
): Promise<BuyHosting> {
  const products = await readHostingProducts(books);
  const product = products.find(({ productId }) => productId === input.product_id);
  if (product === undefined) throw new ProblemError('not_found');
  // Nothing is sold on books that do not add up; what is in hosting goes on all the same.
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  const decimals = new Decimals(say);
  const amount = decimals.read(
    'amount',
    input.amount,
    terms.knownCurrency(product.currencyId).scale,
  );
  const shownYield = decimals.optional('shown_daily_yield', input.shown_daily_yield, RATE_SCALE);
  const shownDamages = decimals.optional(
    'shown_damages_rate',
    input.shown_damages_rate,
    RATE_SCALE,
  );
  decimals.check();
  if (amount > AMOUNT_MAX) throw new ProblemError('above_maximum');
  return {
    kind: 'buy_hosting',
    owner: userId,
    productId: product.productId,
    amount: amountMinor(amount),
    shownTerms: {
      ...(shownYield !== undefined && { dailyYieldPpm: ratePpm(shownYield) }),
      ...(shownDamages !== undefined && { damagesRatePpm: ratePpm(shownDamages) }),
      ...(input.shown_days !== undefined && { days: input.shown_days }),
    },
  };
}

/** Makes the command of an early end; throws `not_found` for what is not the user's. */
export async function prepareRedemption(
  books: Queryable,
  owner: number,
  hostingId: number,
): Promise<RedeemHosting> {
  const found = await findHosting(books, hostingId);
  if (found?.owner !== owner) throw new ProblemError('not_found');
  return { kind: 'redeem_hosting', owner, hostingId };
}

/** A product with what may still be bought of it. */
export interface OfferedProduct extends HostingProductState {
  readonly remaining: AmountMinor;
}

/** All products with what is left of each, by id. */
export async function offeredProducts(books: Queryable): Promise<OfferedProduct[]> {
  const products = await hostingProductStates(books);
  const available = await treasuryAvailable(books);
  return products.map((product) => {
    const rest = maximum<bigint>(product.capacityMinor - product.principal, 0n);
    const funded = fundedPrincipal(product, available.get(product.currencyId) ?? 0n);
    return { ...product, remaining: amountMinor(minimum(rest, funded)) };
  });
}

/** What the yield treasury has not promised yet, by currency id. */
async function treasuryAvailable(books: Queryable): Promise<Map<number, bigint>> {
  const rows = await balancesOf(books, HOUSE);
  return new Map(
    rows
      .filter(({ account }) => account === 'yield_treasury')
      .map(({ currencyId, total, frozen }) => [currencyId, total - frozen]),
  );
}

/** The largest principal whose interest, rounded down, is at most what is available. */
function fundedPrincipal(
  { dailyYieldPpm, days }: Pick<HostingProduct, 'dailyYieldPpm' | 'days'>,
  available: bigint,
): bigint {
  return divFloor((available + 1n) * PPM_ONE - 1n, dailyYieldPpm * BigInt(days));
}
