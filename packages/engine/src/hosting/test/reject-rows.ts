/** Refusals of locked funds, each by a command that is also wrong in every later way, for the table in rejects.test.ts. */
import type { BuyHosting, Command, HostingProduct, Reject, ShownHosting } from '@fairlead/engine';
import { type TestExchange, USDT } from '@fairlead/testkit';
import { amountMinor, ratePpm } from '@fairlead/units';
import { FROZEN } from '../../../test/kit/words.ts';
import { hostingOf } from './words.ts';

const NOBODY = 99;
const UNKNOWN = 77;
/** Has money, and all that is sold of the second product. */
const HOLDER = 71;
/** Has nothing. */
const EMPTY = 72;

const PRODUCT: HostingProduct = {
  productId: 1,
  currencyId: USDT.currencyId,
  days: 10,
  minMinor: amountMinor(1_000n),
  maxMinor: amountMinor(10_000n),
  capacityMinor: amountMinor(100_000n),
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
  isOpen: true,
};
const SOLD: HostingProduct = {
  ...PRODUCT,
  productId: 2,
  maxMinor: amountMinor(1_000n),
  capacityMinor: amountMinor(1_000n),
};
const CLOSED: HostingProduct = { ...SOLD, productId: 3, isOpen: false };

export interface HostingIds {
  /** In hosting, of HOLDER. */
  readonly hostingId: number;
}

/** Hosts one order of 1,000; the treasury can promise 239 more: the interest of 5,975. */
export function prepareHosting(exchange: TestExchange): HostingIds {
  for (const owner of [HOLDER, EMPTY]) exchange.run({ kind: 'open_account', owner });
  for (const product of [PRODUCT, SOLD, CLOSED]) {
    exchange.run({ kind: 'configure_hosting', product });
  }
  const pay = (amount: bigint, target: 'house' | number): Command => ({
    kind: 'post_entry',
    reason: 'capital',
    reference: `hosting:${target}`,
    currencyId: USDT.currencyId,
    amount: amountMinor(amount),
    source: { house: 'external' },
    target: target === 'house' ? { house: 'yield_treasury' } : { owner: target, account: 'trust' },
  });
  exchange.run(pay(279n, 'house'));
  exchange.run(pay(100_000n, HOLDER));
  const { hostingId } = hostingOf(exchange.run(buy(HOLDER, SOLD, 1_000n)));
  return { hostingId };
}

function buy(owner: number, { productId }: Pick<HostingProduct, 'productId'>, amount: bigint) {
  return {
    kind: 'buy_hosting',
    owner,
    productId,
    amount: amountMinor(amount),
  } satisfies BuyHosting;
}

/** Of what is sold out, with some of its terms as they were shown. */
const shown = (shownTerms: ShownHosting): BuyHosting => ({
  ...buy(EMPTY, SOLD, 1_000n),
  shownTerms,
});

const configure = (change: Partial<HostingProduct>): Command => ({
  kind: 'configure_hosting',
  product: { ...PRODUCT, ...change },
});

const redeem = (owner: number, hostingId: number): Command => ({
  kind: 'redeem_hosting',
  owner,
  hostingId,
});

export function hostingRows({ hostingId }: HostingIds): readonly (readonly [Reject, Command])[] {
  return [
    ['account_not_found', buy(NOBODY, { productId: UNKNOWN }, 0n)],
    ['product_not_found', buy(FROZEN, { productId: UNKNOWN }, 0n)],
    ['account_frozen', buy(FROZEN, CLOSED, 0n)],
    ['product_closed', buy(EMPTY, CLOSED, 0n)],
    ['amount_not_positive', buy(EMPTY, SOLD, 0n)],
    ['quantity_out_of_range', buy(EMPTY, SOLD, 1_001n)],
    ['below_minimum', buy(EMPTY, SOLD, 999n)],
    ['terms_changed', shown({ dailyYieldPpm: ratePpm(4_001n) })],
    ['terms_changed', shown({ damagesRatePpm: ratePpm(3_999n) })],
    ['terms_changed', shown({ days: 9 })],
    [
      'sold_out',
      shown({ dailyYieldPpm: ratePpm(4_000n), damagesRatePpm: ratePpm(4_000n), days: 10 }),
    ],
    ['sold_out', buy(EMPTY, SOLD, 1_000n)],
    ['insufficient_balance', buy(EMPTY, PRODUCT, 6_000n)],
    ['house_limit', buy(HOLDER, PRODUCT, 6_000n)],
    ['account_not_found', redeem(NOBODY, UNKNOWN)],
    ['hosting_not_found', redeem(FROZEN, hostingId)],
    ['hosting_not_found', redeem(FROZEN, 0)],
    ['hosting_not_found', redeem(FROZEN, 1.5)],
    ['hosting_not_found', redeem(FROZEN, 100_000)],
    ['account_frozen', redeem(FROZEN, hostingId - 1)],
    ['hosting_not_open', redeem(HOLDER, hostingId - 1)],
    ['currency_not_found', configure({ currencyId: UNKNOWN, days: 0 })],
    ['terms_invalid', configure({ days: 0 })],
    ['terms_invalid', configure({ currencyId: 1 })],
    ['quantity_out_of_range', { kind: 'run_schedules', max: 0 }],
    ['quantity_out_of_range', { kind: 'run_schedules', max: 1.5 }],
    ['quantity_out_of_range', { kind: 'run_schedules', max: 10_001 }],
  ];
}
