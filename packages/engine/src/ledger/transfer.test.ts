import { BTC, TestExchange, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import type { ReceiveTransfer, Reject, RestoreTransfer, Transfer, UserAccount } from '../index.ts';

const ADA = 7;
const BOB = 8;
const LIMIT = 2n ** 62n - 1n;

/** An engine that keeps some of a user's accounts, with 1,000 of Ada's in the first of them. */
function keeping(...accounts: [UserAccount, ...UserAccount[]]): TestExchange {
  const bounds = { triggerFiresMax: 10, triggerRunFiresMax: 10, accounts };
  const exchange = new TestExchange(undefined, bounds).opened([ADA, BOB]);
  exchange.run({
    kind: 'post_entry',
    reason: 'faucet',
    reference: 'funds',
    currencyId: USDT.currencyId,
    amount: amountMinor(1_000n),
    source: { house: 'external' },
    target: { owner: ADA, account: accounts[0] },
  });
  exchange.engine.takeChanges();
  return exchange;
}

const transfer = (changed: Partial<Transfer> = {}): Transfer => ({
  kind: 'transfer',
  owner: ADA,
  source: 'coin',
  target: 'contract',
  currencyId: USDT.currencyId,
  amount: amountMinor(300n),
  ...changed,
});

const arrival = (changed: Partial<ReceiveTransfer> = {}): ReceiveTransfer => ({
  kind: 'receive_transfer',
  transferId: 1_000_000_000_005,
  reference: '1000000000005',
  owner: ADA,
  source: 'contract',
  target: 'coin',
  currencyId: USDT.currencyId,
  amount: amountMinor(300n),
  ...changed,
});

const coinOf = (exchange: TestExchange, owner = ADA) =>
  exchange.engine.balance(owner, 'coin', USDT.currencyId).total;
const elsewhere = (exchange: TestExchange) =>
  exchange.engine.houseBalance('other_engines', USDT.currencyId).total;

function rejectOf(
  exchange: TestExchange,
  command: Transfer | ReceiveTransfer | RestoreTransfer,
): Reject | undefined {
  const result = exchange.execute(command);
  exchange.engine.checkInvariants();
  return result.ok ? undefined : result.reject;
}

describe('a transfer to an account of another engine', () => {
  test('leaves, is on its way, and is over once it was credited there', () => {
    const exchange = keeping('coin');
    const { value } = exchange.run(transfer());
    const entryId = 2;
    const sent = {
      transferId: entryId,
      owner: ADA,
      source: 'coin',
      target: 'contract',
      currencyId: USDT.currencyId,
      amount: 300n,
      reference: '2',
      status: 'sent',
      timeMs: exchange.timeMs,
    };
    expect(value).toEqual({ kind: 'sent_transfer', transfer: sent });
    const changes = exchange.engine.takeChanges();
    expect(changes.sentTransfers).toEqual([sent]);
    expect(changes.transfers).toEqual([]);
    expect(changes.entries).toMatchObject([{ entryId, reason: 'transfer', reference: '2' }]);
    expect([coinOf(exchange), elsewhere(exchange)]).toEqual([700n, 300n]);
    expect(exchange.engine.takeSnapshot().sentTransfers).toEqual([sent]);

    exchange.run({ kind: 'end_transfer', transferId: entryId });
    const ended = { ...sent, status: 'done', endedAtMs: exchange.timeMs };
    expect(exchange.engine.takeChanges()).toMatchObject({ sentTransfers: [ended], entries: [] });
    expect(exchange.engine.takeSnapshot().sentTransfers).toEqual([]);
    expect([coinOf(exchange), elsewhere(exchange)]).toEqual([700n, 300n]);
  });

  test('comes back once where it was refused, and a second word of it does nothing', () => {
    const exchange = keeping('coin');
    exchange.run(transfer());
    exchange.engine.takeChanges();
    for (const refusal of ['account_not_found', 'currency_not_found'] as const)
      exchange.run({ kind: 'end_transfer', transferId: 2, refusal });
    exchange.run({ kind: 'end_transfer', transferId: 2 });
    const { sentTransfers, entries } = exchange.engine.takeChanges();
    expect(sentTransfers).toMatchObject([{ status: 'back', reject: 'account_not_found' }]);
    expect(entries).toMatchObject([{ reason: 'transfer', reference: '2:back' }]);
    expect([coinOf(exchange), elsewhere(exchange)]).toEqual([1_000n, 0n]);
  });

  test('goes back to who is frozen meanwhile', () => {
    const exchange = keeping('coin');
    exchange.run(transfer());
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    exchange.run({ kind: 'end_transfer', transferId: 2, refusal: 'account_not_found' });
    expect(coinOf(exchange)).toBe(1_000n);
    exchange.engine.checkInvariants();
  });

  test.each([
    [
      'an account of another engine as its source',
      transfer({ source: 'trust' }),
      'account_not_found',
    ],
    ['nobody', transfer({ owner: 9 }), 'account_not_found'],
    ['more than there is', transfer({ amount: amountMinor(1_001n) }), 'insufficient_balance'],
    ['nothing', transfer({ amount: amountMinor(0n) }), 'amount_not_positive'],
    ['less than nothing', transfer({ amount: amountMinor(-1n) }), 'amount_not_positive'],
    ['a currency that is not here', transfer({ currencyId: 99 }), 'currency_not_found'],
  ])('of %s is refused', (_, command, code) => {
    const exchange = keeping('coin');
    expect(rejectOf(exchange, command)).toBe(code);
    expect(exchange.engine.takeChanges().sentTransfers).toEqual([]);
  });

  test.each([
    ['loss', 'cancel_only'],
    ['drift', 'cancel_only'],
    ['operator', undefined],
  ] as const)('of an engine that is stopped for cause %s: %s', (cause, code) => {
    const exchange = keeping('coin', 'trust');
    const stop = { kind: 'set_trading_mode', cause, reason: 'a test' } as const;
    exchange.run({ ...stop, mode: 'cancel_only' });
    const before = exchange.engine.stateHash();
    expect(rejectOf(exchange, transfer())).toBe(code);
    if (code !== undefined) expect(exchange.engine.stateHash()).toBe(before);
    // What stays here is as sound as it was, and what comes is taken.
    expect(rejectOf(exchange, transfer({ target: 'trust' }))).toBeUndefined();
    expect(rejectOf(exchange, arrival())).toBeUndefined();
    const endsSinceMs = exchange.engine.takeChanges().trading?.sinceMs ?? 0;
    exchange.run({ ...stop, cause: 'operator', mode: 'open', endsSinceMs });
    expect(rejectOf(exchange, transfer())).toBeUndefined();
  });

  test('between two accounts that are here is one entry, as ever', () => {
    const exchange = keeping('coin', 'trust');
    const { value } = exchange.run(transfer({ target: 'trust' }));
    expect(value.kind).toBe('transfer');
    expect(exchange.engine.takeChanges()).toMatchObject({ sentTransfers: [], transfers: [{}] });
  });
});

describe('a transfer from another engine', () => {
  test('is credited once', () => {
    const exchange = keeping('coin');
    const { value } = exchange.run(arrival());
    expect(value).toMatchObject({ kind: 'received_transfer', transfer: { status: 'credited' } });
    expect(rejectOf(exchange, arrival())).toBe('duplicate_reference');
    const { receivedTransfers, entries } = exchange.engine.takeChanges();
    expect(receivedTransfers).toMatchObject([
      { transferId: 1_000_000_000_005, status: 'credited' },
    ]);
    expect(entries).toMatchObject([{ reason: 'transfer', reference: '1000000000005:in' }]);
    expect([coinOf(exchange), elsewhere(exchange)]).toEqual([1_300n, -300n]);
  });

  test('is taken from the moment on that is later than it was sent, and leaves nothing before', () => {
    const exchange = keeping('coin');
    const sentAtMs = exchange.timeMs;
    const before = exchange.engine.stateHash();
    expect(rejectOf(exchange, arrival({ sentAtMs }))).toBe('sent_later');
    expect(rejectOf(exchange, arrival({ sentAtMs: sentAtMs + 5 }))).toBe('sent_later');
    expect(exchange.engine.stateHash()).toBe(before);
    exchange.timeMs = sentAtMs + 1;
    expect(rejectOf(exchange, arrival({ sentAtMs }))).toBeUndefined();
    // Which it is by then does not make it another one.
    expect(rejectOf(exchange, arrival({ sentAtMs: sentAtMs + 5 }))).toBe('duplicate_reference');
    const { receivedTransfers, entries } = exchange.engine.takeChanges();
    expect([receivedTransfers.length, entries.length]).toEqual([1, 1]);
  });

  test('reaches who is frozen: what is under review may come', () => {
    const exchange = keeping('coin');
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    expect(rejectOf(exchange, arrival())).toBeUndefined();
    expect(coinOf(exchange)).toBe(1_300n);
  });

  test.each([
    ['who has no account here', arrival({ owner: 9 }), 'account_not_found'],
    ['a currency that is not here', arrival({ currencyId: 99 }), 'currency_not_found'],
    ['nothing', arrival({ amount: amountMinor(0n) }), 'amount_not_positive'],
    ['less than nothing', arrival({ amount: amountMinor(-5n) }), 'amount_not_positive'],
    [
      'more than an account can hold',
      arrival({ amount: amountMinor(LIMIT) }),
      'quantity_out_of_range',
    ],
  ] as const)('of %s is refused for ever', (_, command, code) => {
    const exchange = keeping('coin');
    const { value } = exchange.run(command);
    expect(value).toMatchObject({ transfer: { status: 'refused', reject: code } });
    // It would be taken now.
    exchange.run({ kind: 'open_account', owner: 9 });
    exchange.run({ kind: 'configure_currency', currency: { ...BTC, currencyId: 99, name: 'NEW' } });
    expect(rejectOf(exchange, command)).toBe('duplicate_reference');
    const { receivedTransfers, entries } = exchange.engine.takeChanges();
    expect([receivedTransfers.length, entries.length]).toEqual([1, 0]);
    expect([coinOf(exchange), elsewhere(exchange)]).toEqual([1_000n, 0n]);
  });

  test.each([
    ['from an account that is here', arrival({ source: 'coin', target: 'coin' })],
    ['to an account that is not here', arrival({ target: 'option' })],
    ['without a name', arrival({ reference: '' })],
    ['with a name that no index takes', arrival({ reference: 'x'.repeat(200) })],
    ['with a name that no table takes', arrival({ reference: 'a\0b' })],
    ['with no number', arrival({ transferId: 0 })],
    ['with a number that is none', arrival({ transferId: 2 ** 53 })],
  ])('%s is a mistake of whoever sent it, and leaves no row', (_, command) => {
    const exchange = keeping('coin');
    expect(rejectOf(exchange, command)).toBe('terms_invalid');
    expect(exchange.engine.takeChanges().receivedTransfers).toEqual([]);
  });
});

describe('a transfer that this engine sent and lost', () => {
  const lost = (changed: Partial<RestoreTransfer> = {}): RestoreTransfer => ({
    kind: 'restore_transfer',
    transferId: 1,
    reference: '1',
    owner: ADA,
    source: 'coin',
    target: 'contract',
    currencyId: USDT.currencyId,
    amount: amountMinor(300n),
    ...changed,
  });
  const outside = (exchange: TestExchange) =>
    exchange.engine.houseBalance('external', USDT.currencyId).total;

  test('leaves again once, and is over', () => {
    const exchange = keeping('coin');
    exchange.run(lost());
    expect([coinOf(exchange), elsewhere(exchange), outside(exchange)]).toEqual([
      700n,
      300n,
      -1_000n,
    ]);
    const { sentTransfers, entries } = exchange.engine.takeChanges();
    expect(sentTransfers).toMatchObject([{ transferId: 1, status: 'done', amount: 300n }]);
    expect(entries).toMatchObject([{ reason: 'transfer', reference: '1:restored' }]);
    expect(exchange.engine.takeSnapshot().sentTransfers).toEqual([]);
    expect(rejectOf(exchange, lost())).toBe('duplicate_reference');
    expect(coinOf(exchange)).toBe(700n);
  });

  test('takes what is there, also of who is frozen, and the house owes the rest', () => {
    const exchange = keeping('coin');
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    exchange.run(lost({ amount: amountMinor(1_300n) }));
    expect([coinOf(exchange), elsewhere(exchange), outside(exchange)]).toEqual([
      0n,
      1_300n,
      -1_300n,
    ]);
    exchange.engine.checkInvariants();
  });

  test('of an owner whom this engine has lost as well stands against the world outside', () => {
    const exchange = keeping('coin');
    exchange.run(lost({ owner: 99 }));
    expect([elsewhere(exchange), outside(exchange)]).toEqual([300n, -1_300n]);
    exchange.engine.checkInvariants();
  });

  test('of a rebate is taken from fees and from outside', () => {
    const exchange = keeping('contract');
    exchange.run(lost({ source: 'referral_rebates', target: 'coin', reference: '8:2:1:1' }));
    const { entries } = exchange.engine.takeChanges();
    expect(entries).toMatchObject([{ reason: 'rebate_payout', reference: '8:2:1:1:restored' }]);
    expect([elsewhere(exchange), outside(exchange)]).toEqual([300n, -1_300n]);
    exchange.engine.checkInvariants();
  });

  test.each([
    ['a number that was never given out', lost({ transferId: 9 }), 'terms_invalid'],
    ['an account of another engine', lost({ source: 'trust' }), 'terms_invalid'],
    ['an account of this engine as its target', lost({ target: 'coin' }), 'terms_invalid'],
    ['nothing', lost({ amount: amountMinor(0n) }), 'terms_invalid'],
    ['a name with a NUL', lost({ reference: 'a\0' }), 'terms_invalid'],
    ['a currency that is not here', lost({ currencyId: 77 }), 'currency_not_found'],
    ['more than there may be', lost({ amount: amountMinor(LIMIT + 2n) }), 'quantity_out_of_range'],
  ] as const)('is not %s', (_, command, expected) => {
    expect(rejectOf(keeping('coin'), command)).toBe(expected);
  });

  test('is none while it is on its way', () => {
    const exchange = keeping('coin');
    exchange.run(transfer());
    expect(rejectOf(exchange, lost({ transferId: 2, reference: '2' }))).toBe('duplicate_reference');
  });
});

test('what was refused before and forgotten is refused again, though it would be taken', () => {
  const exchange = keeping('coin');
  const refused = arrival({ refused: 'account_not_found' });
  expect(exchange.run(refused).value).toMatchObject({
    transfer: { status: 'refused', reject: 'account_not_found' },
  });
  expect(rejectOf(exchange, arrival())).toBe('duplicate_reference');
  expect(coinOf(exchange)).toBe(1_000n);
});
