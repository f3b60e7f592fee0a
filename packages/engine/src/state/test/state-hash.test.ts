/**
 * The hash of the state takes every field of every row: a backup is believed, and a drift found, by it alone. Each field of a
 * whole snapshot is changed in turn and must give another hash; what is left out is listed here with its reason.
 */
import {
  type BalanceRow,
  type CancelTimerRow,
  type Currency,
  type DepositRow,
  Engine,
  type FuturesTerms,
  type HostingProduct,
  type HostingRow,
  type IndexRow,
  type LoneWordRow,
  type Market,
  type OfferingRow,
  type OptionCurrency,
  type OptionRow,
  type OptionTerms,
  type OrderListRow,
  type OrderRow,
  type PartnerRow,
  type PositionRow,
  type RebateDayRow,
  type ReferralRow,
  type ReferralTerms,
  type Snapshot,
  type SubscriptionRow,
  type TradingRow,
  type TriggerBacklogRow,
  type TriggerRow,
  type VouchRow,
  type WithdrawalRow,
} from '@fairlead/engine';
import {
  RandomCustody,
  RandomFutures,
  RandomHosting,
  RandomOfferings,
  RandomOptions,
  RandomReferral,
} from '@fairlead/testkit';
import { describe, expect, test } from 'vitest';
import { stateHash } from '../state-hash.ts';

/** All members there, and numbers without their brands. */
type Whole<Row> = { readonly [Name in keyof Required<Row>]: Plain<Required<Row>[Name]> };
type Plain<Value> = Value extends bigint
  ? bigint
  : Value extends number
    ? number
    : Value extends readonly (infer Item)[]
      ? readonly Plain<Item>[]
      : Value extends object
        ? Whole<Value>
        : Value;

const currency: Whole<Currency> = {
  currencyId: 1,
  name: 'BTC',
  fullName: 'Bitcoin',
  scale: 8,
  isEnabled: true,
};
const market: Whole<Market> = {
  marketId: 1,
  symbol: 'BTC/USDT',
  baseCurrencyId: 1,
  quoteCurrencyId: 3,
  tickSizeE8: 1_000_000n,
  lotBaseMinor: 1_000n,
  tickLotQuoteMinor: 10n,
  makerFeePpm: 1_000n,
  takerFeePpm: 2_000n,
  minNotionalMinor: 1_000_000n,
  marketBandPpm: 20_000n,
  limitBandPpm: 200_000n,
  openOrdersMax: 200,
  icebergPartsMax: 10,
  state: 'open',
};
const order: Whole<OrderRow> = {
  orderId: 7,
  owner: 11,
  marketId: 1,
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  clientOrderId: 'mine',
  price: 10_000,
  quantity: 5,
  amount: 4n,
  filledQuantity: 2,
  filledAmount: 200_000n,
  fee: 20n,
  hold: 300_000n,
  makerFeePpm: 1_000n,
  takerFeePpm: 2_000n,
  status: 'waiting',
  cancelReason: 'user',
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
  display: 3,
  hidden: 2,
  priority: 12,
  expiresAtMs: 9_000,
  selfTrade: 'expire_maker',
  listId: 21,
};
const trigger: Whole<TriggerRow> = {
  triggerId: 8,
  owner: 11,
  marketId: 1,
  side: 'sell',
  triggerKind: 'stop',
  triggerBy: 'index',
  triggerPrice: 9_000,
  trailPpm: 10_000n,
  activationPrice: 9_050,
  bestPrice: 9_100,
  bestAtMs: 1_500,
  type: 'limit',
  timeInForce: 'gtc',
  price: 8_900,
  quantity: 5,
  amount: 4n,
  clientOrderId: 'mine',
  listId: 21,
  sinceId: 22,
  display: 3,
  selfTrade: 'expire_maker',
  expiresAtMs: 9_000,
  makerFeePpm: 1_000n,
  takerFeePpm: 2_000n,
  hold: 5_000n,
  status: 'waiting',
  cancelReason: 'user',
  orderId: 9,
  receiptId: 3,
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
};
/** One whose order shows all of itself, and waits as long as it takes. */
const {
  display: _display,
  selfTrade: _selfTrade,
  expiresAtMs: _expiresAtMs,
  ...plainTrigger
} = trigger;
const orderList: Whole<OrderListRow> = {
  listId: 21,
  owner: 11,
  marketId: 1,
  kind: 'otoco',
  clientListId: 'mine',
  workingId: 7,
  firstId: 8,
  secondId: 9,
  status: 'pending',
  endReason: 'user',
  received: 4_000n,
  settlesAtMs: 3_000,
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
};
const triggerBacklog = {
  marketId: 1,
  moves: [
    {
      by: 'last',
      timeMs: 4_000,
      idMax: 8,
      lowest: 8_900,
      highest: 9_000,
      sampleTimeMs: 3_000,
      trades: [[7, 8_900]],
    },
  ],
  sampleTimeMs: 3_000,
} as const satisfies TriggerBacklogRow;
const cancelTimer: Whole<CancelTimerRow> = {
  owner: 11,
  timer: 3,
  marketId: 1,
  dueAtMs: 5_000,
  updatedAtMs: 4_000,
};
const balance: Whole<BalanceRow> = {
  accountId: 99,
  owner: 11,
  account: 'coin',
  currencyId: 3,
  total: 500n,
  frozen: 100n,
};
const sample: Whole<IndexRow> = {
  marketId: 1,
  sampleTimeMs: 3_000,
  price: 6_500_000_000_000n,
  isMarketStale: true,
};
const approval = { operatorId: 4, intentHash: 'ab', timeMs: 5 };
const deposit: Whole<DepositRow> = {
  depositId: 21,
  owner: 11,
  depositKind: 'crypto',
  currencyId: 3,
  chain: 'ethereum',
  txId: '0x1',
  outputIndex: 2,
  amount: 1_000n,
  credited: 900n,
  fee: 3n,
  proofFileId: 8,
  isPriority: true,
  isSuspended: true,
  receivable: 6n,
  status: 'under_review',
  reason: 'seen',
  reference: 'bank-1',
  approvals: [approval],
  createdAtMs: 1,
  updatedAtMs: 2,
  decidedAtMs: 3,
};
const withdrawal: Whole<WithdrawalRow> = {
  withdrawalId: 31,
  owner: 11,
  currencyId: 3,
  amount: 100n,
  fee: 1n,
  hold: 100n,
  destination: { kind: 'crypto', addressId: 5, chain: 'tron', address: 'T1' },
  note: 'rent',
  signedIntent: '5e',
  status: 'under_review',
  sendState: 'idle',
  reason: 'why',
  txId: '0x2',
  approvalsNeeded: 2,
  approvals: [approval],
  valueMinor: 100n,
  createdAtMs: 1,
  updatedAtMs: 2,
  decidedAtMs: 3,
  sentAtMs: 4,
};
const byBank: Whole<WithdrawalRow> = {
  ...withdrawal,
  withdrawalId: 32,
  destination: { kind: 'bank', cardId: 6, text: '**** 42' },
};
const loneWord: Whole<LoneWordRow> = {
  kind: 'claim',
  recordId: 21,
  operatorId: 4,
  owner: 11,
  value: 900n,
  timeMs: 5,
  heldFor: 'operator_day',
};
const vouch: Whole<VouchRow> = { owner: 11, operatorId: 4, untilMs: 9, isOwn: true };
const futuresTerms: Whole<FuturesTerms> = {
  marketId: 1,
  lotBaseMinor: 10_000n,
  lotsMin: 1,
  lotsMax: 100,
  multiples: [{ multiple: 10, maintenanceRatePpm: 5_000n, notionalMaxMinor: 1_000_000n }],
  openFeePpm: 500n,
  closeFeePpm: 600n,
  insuranceSharePpm: 200_000n,
  halfSpreadPpm: 100n,
  priceStepE8: 10_000n,
  profitCapMultiple: 10,
  openInterestMaxMinor: 2_000_000n,
  positionsMax: 3,
  isOpen: true,
};
const position: Whole<PositionRow> = {
  positionId: 41,
  owner: 11,
  marketId: 1,
  currencyId: 3,
  side: 'long',
  type: 'limit',
  clientOrderId: 'mine',
  partOf: 20,
  lots: 2,
  lotBaseMinor: 10_000n,
  multiple: 10,
  maintenanceRatePpm: 5_000n,
  openFeePpm: 500n,
  closeFeePpm: 600n,
  insuranceSharePpm: 200_000n,
  halfSpreadPpm: 100n,
  priceStepE8: 10_000n,
  profitCapMultiple: 12,
  price: 1n,
  openPrice: 2n,
  closePrice: 3n,
  takeProfit: 4n,
  stopLoss: 5n,
  levels: [{ levelId: 23, stop: 'take_profit', price: 24n, lots: 25 }],
  margin: 6n,
  marginAdded: 21n,
  maintenance: 7n,
  openFee: 8n,
  closeFee: 9n,
  hold: 10n,
  reserved: 11n,
  realisedPnl: 12n,
  insurancePaid: 13n,
  status: 'holding',
  closeReason: 'user',
  openReceiptId: 14,
  changeReceiptId: 22,
  closeReceiptId: 15,
  createdAtMs: 16,
  openedAtMs: 17,
  closedAtMs: 18,
  updatedAtMs: 19,
};
const optionTerms: Whole<OptionTerms> = {
  marketId: 1,
  times: [{ seconds: 60, payoutRatioPpm: 800_000n, minMinor: 1n, maxMinor: 2n }],
  exposureMaxMinor: 3n,
  ordersMax: 4,
  isOpen: true,
};
const optionCurrency: Whole<OptionCurrency> = {
  currencyId: 3,
  feePpm: 1_000n,
  presets: [1n, 2n],
  isOpen: true,
};
const option: Whole<OptionRow> = {
  optionId: 51,
  owner: 11,
  marketId: 1,
  currencyId: 3,
  direction: 'rise',
  seconds: 60,
  stake: 10n,
  fee: 1n,
  feePpm: 100_000n,
  payoutRatioPpm: 800_000n,
  payout: 8n,
  strike: 2n,
  purchasedAtMs: 3,
  deliversAtMs: 4,
  windowMs: 5,
  status: 'open',
  outcome: 'rise',
  result: 'win',
  shortfall: 'house',
  wouldBe: 'win',
  deliveryPrice: 6n,
  paid: 7n,
  profit: 8n,
  purchaseReceiptId: 9,
  deliveryReceiptId: 10,
  settledAtMs: 11,
};
const product: Whole<HostingProduct> = {
  productId: 1,
  currencyId: 3,
  days: 30,
  minMinor: 1n,
  maxMinor: 2n,
  capacityMinor: 3n,
  dailyYieldPpm: 4n,
  damagesRatePpm: 5n,
  isOpen: true,
};
const hosting: Whole<HostingRow> = {
  hostingId: 61,
  owner: 11,
  productId: 1,
  currencyId: 3,
  amount: 1n,
  days: 30,
  dailyYieldPpm: 4n,
  damagesRatePpm: 5n,
  interest: 6n,
  postedDays: 2,
  earned: 7n,
  damages: 8n,
  penalty: 9n,
  status: 'hosting',
  paidAtMs: 10,
  completesAtMs: 11,
  endedAtMs: 12,
};
const offering: Whole<OfferingRow> = {
  offeringId: 1,
  currencyId: 4,
  paymentCurrencyId: 3,
  issuePrice: 1n,
  totalMinor: 2n,
  minMinor: 3n,
  maxMinor: 4n,
  lockupDays: 5,
  startsAtMs: 6,
  closesAtMs: 7,
  launchesAtMs: 8,
  isOpen: true,
  soldMinor: 9n,
};
const subscription: Whole<SubscriptionRow> = {
  subscriptionId: 71,
  owner: 11,
  offeringId: 1,
  currencyId: 4,
  paymentCurrencyId: 3,
  amount: 1n,
  paid: 2n,
  issuePrice: 3n,
  unlocksAtMs: 4,
  status: 'passed',
  isReleased: false,
  operatorId: 5,
  reason: 'fits',
  createdAtMs: 6,
  decidedAtMs: 7,
  releasedAtMs: 8,
};
const referralTerms: Whole<ReferralTerms> = { levels: [{ needs: 0, ratioPpm: 100_000n }] };
const partner: Whole<PartnerRow> = { owner: 11, ratioPpm: 300_000n };
const referral: Whole<ReferralRow> = { owner: 12, inviter: 11 };
const rebateDay: Whole<RebateDayRow> = {
  inviter: 11,
  currencyId: 3,
  day: 20_000,
  amount: 5n,
  paidAtMs: 6,
};
const trading: Whole<TradingRow> = {
  mode: 'cancel_only',
  cause: 'drift',
  reason: 'looked at',
  sinceMs: 9,
};

/** One row of everything that an engine starts from. */
const WHOLE = {
  counters: {
    sequence: 100,
    timeMs: 200,
    orderId: 7,
    tradeId: 8,
    entryId: 9,
    receiptId: 10,
  },
  owners: [11],
  currencies: [currency],
  markets: [market],
  orders: [order],
  triggers: [trigger],
  orderLists: [orderList],
  triggerBacklogs: [triggerBacklog],
  cancelTimers: [cancelTimer],
  balances: [balance],
  index: [sample],
  takenSamples: [{ marketId: 1, sampleTimeMs: 2_000 }],
  frozenOwners: [11],
  withdrawalHolds: [{ owner: 11, reason: 'checking' }],
  deposits: [deposit],
  withdrawals: [withdrawal, byBank],
  loneWords: [loneWord],
  vouches: [vouch],
  futuresTerms: [futuresTerms],
  optionTerms: [optionTerms],
  optionCurrencies: [optionCurrency],
  positions: [position],
  options: [option],
  windowSamples: [sample],
  hostingProducts: [product],
  hostings: [hosting],
  sentTransfers: [
    {
      transferId: 21,
      owner: 7,
      source: 'coin',
      target: 'contract',
      currencyId: 1,
      amount: 5n,
      reference: '21',
      status: 'sent',
      reject: 'account_not_found',
      timeMs: 4,
      endedAtMs: 5,
      word: 'heard',
    },
  ],
  offerings: [offering],
  subscriptions: [subscription],
  referralTerms: [referralTerms],
  partners: [partner],
  referrals: [referral],
  rebateDays: [rebateDay],
  trading,
  references: ['deposit 1'],
  chainOutputs: ['tron:1:0'],
} satisfies Whole<Snapshot>;

/** The same where no other engine is. */
const ONE_ENGINE = { ...WHOLE, sentTransfers: [] };

/** What the hash leaves out, and why. */
const LEFT_OUT = new Map<string, string>([
  ['counters.sequence', 'a refused command moves it and changes nothing'],
  ['counters.timeMs', 'likewise'],
  ['sentTransfers.0.status', 'all that are in a snapshot are on their way'],
  ['sentTransfers.0.reject', 'of those that are over'],
  ['sentTransfers.0.endedAtMs', 'of those that are over'],
  ['sentTransfers.0.word', 'of those that are over'],
  ['orders.0.type', 'only limit orders wait'],
  ['orders.0.amount', 'of market buys only'],
  ['orders.0.status', 'all that are in a snapshot wait'],
  ['orders.0.cancelReason', 'of those that are over'],
  ['triggers.0.cancelReason', 'of those that are over'],
  ['triggers.0.orderId', 'of those that are over'],
  ['triggers.0.receiptId', 'of those that are over'],
  ['orderLists.0.endReason', 'of those that are over'],
  ['balances.0.owner', 'the account id says it'],
  ['balances.0.account', 'the account id says it'],
  ['balances.0.currencyId', 'the account id says it'],
  ['takenSamples.0.marketId', 'may be left out of a snapshot'],
  ['takenSamples.0.sampleTimeMs', 'may be left out of a snapshot'],
  ['loneWords.0.heldFor', 'those in a snapshot were enough'],
  ['positions.0.closePrice', 'of closed ones'],
  ['positions.0.closeFee', 'of closed ones'],
  ['positions.0.realisedPnl', 'of closed ones'],
  ['positions.0.insurancePaid', 'of closed ones'],
  ['positions.0.closeReason', 'of closed ones'],
  ['positions.0.closeReceiptId', 'of closed ones'],
  ['positions.0.closedAtMs', 'of closed ones'],
  ['options.0.status', 'all that are in a snapshot are open'],
  ['options.0.outcome', 'of settled ones'],
  ['options.0.result', 'of settled ones'],
  ['options.0.shortfall', 'of settled ones'],
  ['options.0.wouldBe', 'of settled ones'],
  ['options.0.deliveryPrice', 'of settled ones'],
  ['positions.0.partOf', 'of parts, which are over as they come to be'],
  ['options.0.paid', 'of settled ones'],
  ['options.0.profit', 'of settled ones'],
  ['options.0.deliveryReceiptId', 'of settled ones'],
  ['options.0.settledAtMs', 'of settled ones'],
  ['hostings.0.damages', 'of redeemed ones'],
  ['hostings.0.penalty', 'of redeemed ones'],
  ['hostings.0.status', 'all that are in a snapshot are in hosting'],
  ['hostings.0.endedAtMs', 'of those that are over'],
  ['subscriptions.0.isReleased', 'none in a snapshot is'],
  ['subscriptions.0.releasedAtMs', 'of released ones'],
  ['rebateDays.0.paidAtMs', 'those in a snapshot are not paid'],
  ['references.0', 'may be left out of a snapshot'],
  ['chainOutputs.0', 'may be left out of a snapshot'],
]);

type Leaf = string | number | bigint | boolean;
const isLeaf = (value: unknown): value is Leaf => typeof value !== 'object' || value === null;

function* leaves(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (isLeaf(value)) yield path;
  else
    for (const [name, member] of Object.entries(value as object))
      yield* leaves(member, [...path, name]);
}

function other(value: Leaf): Leaf {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'bigint') return value + 1n;
  return typeof value === 'number' ? value + 1 : `${value}x`;
}

/** A copy in which one leaf is another. */
function changed(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  const members = value as Readonly<Record<string, unknown>>;
  const member = members[name];
  const replaced = rest.length === 0 ? other(member as Leaf) : changed(member, rest);
  if (Array.isArray(value)) return value.with(Number(name), replaced);
  return { ...members, [name]: replaced };
}

const hashOf = (snapshot: unknown): string => stateHash(snapshot as Snapshot);
const PATHS = [...leaves(WHOLE)].map((path) => [path.join('.'), path] as const);
const HASH = hashOf(WHOLE);
/** What there was before trigger orders, cancel timers and changes of positions. */
const { marginAdded: _added, changeReceiptId: _change, levels: _levels, ...unchanged } = position;
const BEFORE = {
  ...ONE_ENGINE,
  ...{ positions: [unchanged], triggers: [], triggerBacklogs: [], cancelTimers: [] },
};

const { display: _shown, hidden: _hidden, ...wholeOrder } = order;
const { priority: _, expiresAtMs: __, selfTrade: ___, listId: ____, ...plainOrder } = wholeOrder;
/** As timers were when an account had one, of all markets. */
const { marketId: _market, ...timer } = { ...cancelTimer, timer: 0 };
/** As withdrawals were before any was signed. */
const unsigned = [withdrawal, byBank].map(({ signedIntent: _signed, ...row }) => row);

describe('the state hash', () => {
  test.each(PATHS.filter(([name]) => !LEFT_OUT.has(name)))('takes %s', (_name, path) => {
    expect(hashOf(changed(WHOLE, path))).not.toBe(HASH);
  });

  test.each([...LEFT_OUT])('leaves %s out: %s', (name) => {
    const path = PATHS.find(([each]) => each === name)?.[1];
    expect(path).toBeDefined();
    expect(hashOf(changed(WHOLE, path ?? []))).toBe(HASH);
  });

  const lists = Object.entries(WHOLE).filter(([, rows]) => Array.isArray(rows));
  const taken = lists.filter(([name]) =>
    PATHS.some(([path]) => path.startsWith(`${name}.`) && !LEFT_OUT.has(path)),
  );
  test.each(taken)('notices that a row of %s is gone', (name) => {
    expect(hashOf({ ...WHOLE, [name]: [] })).not.toBe(HASH);
  });

  test('does not depend on the order of rows', () => {
    const withdrawals = WHOLE.withdrawals.toReversed();
    expect(hashOf({ ...WHOLE, withdrawals })).toBe(HASH);
  });

  test('of one row of everything is the one that backups were made with', () => {
    expect(HASH).toBe('0000002a47e61b06b1b9b10f');
  });

  test('of what nothing was sent of is what it was before anything could be', () => {
    expect(hashOf({ ...ONE_ENGINE, triggers: [plainTrigger] })).toBe('00000028e6c78c1aeecea4b6');
  });

  test('of what nobody signed is what it was before anybody did', () => {
    expect(
      hashOf({
        ...ONE_ENGINE,
        ...{ orders: [wholeOrder], triggers: [plainTrigger] },
        ...{ withdrawals: unsigned, cancelTimers: [timer] },
      }),
    ).toBe('00000027a78227de5a2dfb98');
  });

  test('of what has nothing beside, trails not and left nothing to fire is what it was before anything had', () => {
    const { trailPpm, activationPrice, bestPrice, bestAtMs, listId, sinceId, ...stop } =
      plainTrigger;
    expect([trailPpm, activationPrice, bestPrice, bestAtMs, listId, sinceId]).not.toContain(
      undefined,
    );
    const lists = { orderLists: [] };
    const plain = {
      orders: [plainOrder],
      triggers: [stop],
      triggerBacklogs: [],
      ...lists,
      withdrawals: unsigned,
      cancelTimers: [timer],
    };
    expect(hashOf({ ...ONE_ENGINE, ...plain, positions: [unchanged], withdrawalHolds: [] })).toBe(
      '0000001edc85992d7609c447',
    );
  });

  test('of what shows all of itself is what it was before anything hid', () => {
    expect(hashOf({ ...ONE_ENGINE, orders: [wholeOrder], triggers: [plainTrigger] })).toBe(
      '0000002727950fc7f09c6c27',
    );
  });

  test('of everything but trigger orders, timers and holds is what it was before there were any', () => {
    const later = {
      ...{ triggers: [], orderLists: [], triggerBacklogs: [] },
      ...{ cancelTimers: [], withdrawalHolds: [] },
    };
    expect(hashOf({ ...BEFORE, orders: [plainOrder], withdrawals: unsigned, ...later })).toBe(
      '0000001c057aaffefbd7ff0f',
    );
  });
});

/** Backups and the reconciler hold hashes that older versions made: each stays what it was, to the last digit. */
describe('the hash of 2,000 drawn commands of', () => {
  test.each([
    ['custody', new RandomCustody(3, () => undefined), '000000917447a21e530c01f6'],
    ['futures', new RandomFutures(8), '0000003e90c355e06b33796e'],
    ['options', new RandomOptions(3), '0000003b2df5fc86495c5a37'],
    ['hosting', new RandomHosting(3), '000000225d5636f6193298e2'],
    ['offerings', new RandomOfferings(3), '000000c5fe745ec0ad4a035c'],
    ['referral', new RandomReferral(3), '0000013f31ff65025d9eccd8'],
  ])('%s is what it was', (_, commands, hash) => {
    const engine = new Engine();
    for (let sequence = 1; sequence <= 2_000; sequence += 1) {
      const { command, timeMs } = commands.next();
      engine.execute(command, { sequence, timeMs });
    }
    expect(engine.stateHash()).toBe(hash);
  });
});
