/**
 * What one person's accounts have in common: no trade among them, one freeze, one share of a market, and money that goes
 * between them and to nobody else. Orders of a family are held against the oracle too, drawn.
 */
import { RandomCommands, rejectOf, TestExchange, USDT } from '@fairlead/testkit';
import { amountMinor, priceTicks, quantityLots } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { request } from './custody/test/words.ts';
import { isSubAccount, MAIN_OWNER_MAX, mainOf, subAccountOf } from './family.ts';
import type { Command, MoveInFamily, UserAccount } from './index.ts';
import { OWNER_MAX } from './limits.ts';
import { Comparison } from './spot/test/compare-with-naive.ts';

const ADA = 7;
const BOB = 8;
const SUB = subAccountOf(ADA, 1);
const OTHER_SUB = subAccountOf(ADA, 31);

function opened(accounts?: readonly UserAccount[]): TestExchange {
  const bounds =
    accounts === undefined ? undefined : { triggerFiresMax: 9, triggerRunFiresMax: 9, accounts };
  const exchange = new TestExchange(undefined, bounds).opened([ADA, BOB, SUB, OTHER_SUB]);
  for (const owner of [ADA, BOB, SUB]) {
    exchange.fund(owner, 1, 1_000_000_000n);
    exchange.fund(owner, 3, 1_000_000_000n);
  }
  exchange.engine.takeChanges();
  return exchange;
}

const move = (changed: Partial<MoveInFamily> = {}): MoveInFamily => ({
  kind: 'move_in_family',
  owner: ADA,
  targetOwner: SUB,
  account: 'coin',
  currencyId: USDT.currencyId,
  amount: amountMinor(300n),
  ...changed,
});

test('an owner’s number says whose it is, to the last of 33 bits', () => {
  for (const main of [1, ADA, MAIN_OWNER_MAX])
    for (const place of [1, 20, 31]) {
      const sub = subAccountOf(main, place);
      expect([mainOf(sub), isSubAccount(sub), isSubAccount(main)]).toEqual([main, true, false]);
      expect(sub).toBeLessThanOrEqual(OWNER_MAX);
    }
});

describe('an account of a family is opened', () => {
  test('behind its main account, without an inviter, and by nobody else', () => {
    const exchange = new TestExchange().opened([ADA, BOB]);
    const open = (owner: number, inviter?: number) =>
      rejectOf(
        exchange.execute({
          kind: 'open_account',
          owner,
          ...(inviter !== undefined && { inviter }),
        }),
      );
    expect(open(subAccountOf(9, 1))).toBe('account_not_found');
    expect(open(SUB, BOB)).toBe('terms_invalid');
    expect([open(SUB), open(SUB)]).toEqual(['ok', 'ok']);
  });
});

describe('money of a family', () => {
  test.each<readonly [UserAccount]>([['coin'], ['option'], ['contract'], ['trust']])(
    'goes from %s to the same of another in one entry of two postings',
    (account) => {
      const exchange = opened();
      if (account !== 'coin')
        exchange.run({
          kind: 'transfer',
          owner: ADA,
          source: 'coin',
          target: account,
          currencyId: USDT.currencyId,
          amount: amountMinor(300n),
        });
      exchange.engine.takeChanges();
      const before = exchange.engine.balance(SUB, account, USDT.currencyId).total;
      exchange.run(move({ account }));
      exchange.engine.checkInvariants();
      const { entries, postings } = exchange.engine.takeChanges();
      expect(entries).toMatchObject([{ reason: 'family_transfer' }]);
      expect(entries[0]?.reference).toBe(String(entries[0]?.entryId));
      expect(postings.map(({ owner, amount }) => [owner, amount])).toEqual([
        [ADA, -300n],
        [SUB, 300n],
      ]);
      expect(exchange.engine.balance(SUB, account, USDT.currencyId).total - before).toBe(300n);
    },
  );

  test('goes between two sub-accounts and back, and to nobody of another family', () => {
    const exchange = opened();
    exchange.run(move({ owner: SUB, targetOwner: OTHER_SUB }));
    exchange.run(move({ owner: OTHER_SUB, targetOwner: ADA }));
    const refused: [Partial<MoveInFamily>, string][] = [
      [{ targetOwner: BOB }, 'account_not_found'],
      [{ owner: BOB }, 'account_not_found'],
      [{ owner: subAccountOf(BOB, 1) }, 'account_not_found'],
      [{ targetOwner: subAccountOf(ADA, 2) }, 'account_not_found'],
      [{ targetOwner: 0, owner: 0 }, 'account_not_found'],
      [{ currencyId: 77 }, 'currency_not_found'],
      [{ targetOwner: ADA }, 'same_account'],
      [{ amount: amountMinor(0n) }, 'amount_not_positive'],
      [{ amount: amountMinor(2n ** 63n) }, 'quantity_out_of_range'],
      [{ amount: amountMinor(10n ** 15n) }, 'insufficient_balance'],
    ];
    const hash = exchange.engine.stateHash();
    for (const [changed, reject] of refused)
      expect(rejectOf(exchange.execute(move(changed))), reject).toBe(reject);
    expect(exchange.engine.stateHash()).toBe(hash);
    exchange.engine.checkInvariants();
  });

  test('of an account that another engine keeps is moved there', () => {
    const exchange = opened(['coin', 'option', 'trust']);
    expect(rejectOf(exchange.execute(move({ account: 'contract' })))).toBe('account_not_found');
  });
});

describe('a family is frozen with its main account', () => {
  test('at once, and a sub-account by itself alone', () => {
    const exchange = opened();
    const freeze = (owner: number, isFrozen: boolean) =>
      exchange.run({ kind: 'set_owner_state', owner, isFrozen });
    const order = (owner: number) =>
      rejectOf(
        exchange.execute({
          kind: 'transfer',
          owner,
          source: 'coin',
          target: 'option',
          currencyId: USDT.currencyId,
          amount: amountMinor(1n),
        }),
      );
    freeze(ADA, true);
    expect([order(ADA), order(SUB), order(BOB)]).toEqual([
      'account_frozen',
      'account_frozen',
      'ok',
    ]);
    expect(rejectOf(exchange.execute(move({ owner: SUB, targetOwner: ADA })))).toBe(
      'account_frozen',
    );
    // It holds over a start, whichever of them the tables name first.
    const snapshot = exchange.engine.takeSnapshot();
    const again = new TestExchange({ ...snapshot, owners: snapshot.owners.toReversed() });
    expect(again.engine.isFrozen(SUB)).toBe(true);
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    freeze(ADA, false);
    freeze(SUB, true);
    expect([order(ADA), order(SUB)]).toEqual(['ok', 'account_frozen']);
    expect(rejectOf(exchange.execute(move()))).toBe('account_frozen');
  });
});

describe('one person trades with nobody of the family', () => {
  test.each(['expire_maker', 'expire_both'] as const)(
    'an order with %s takes out no order of another account',
    (selfTrade) => {
      for (const [one, other] of [
        [ADA, SUB],
        [SUB, ADA],
        [OTHER_SUB, SUB],
      ] as const) {
        const exchange = opened();
        if (one === OTHER_SUB) exchange.fund(one, 1, 1_000_000_000n);
        const isPassing = selfTrade === 'expire_maker';
        // With the other mode its own would end it first.
        const own = exchange.limit(other, 'sell', [isPassing ? 9_999 : 10_001, 5]);
        const waiting = exchange.limit(one, 'sell', [10_000, 5]);
        const open = (owner: number, { orderId }: { orderId: number }) =>
          rejectOf(exchange.execute({ kind: 'cancel_order', owner, order: { orderId } }));
        const meets = (timeInForce: 'gtc' | 'fok') =>
          exchange.execute({
            kind: 'place_order',
            type: 'limit',
            ...{ owner: other, marketId: 1, side: 'buy', timeInForce, selfTrade },
            price: priceTicks(10_000),
            quantity: quantityLots(5),
          });
        expect(rejectOf(meets('fok'))).toBe('would_not_fill');
        const met = meets('gtc');
        expect(met).toMatchObject({
          value: { order: { cancelReason: 'self_trade', filledQuantity: 0 } },
        });
        const ends = [open(other, own), open(one, waiting)];
        expect(ends).toEqual([isPassing ? 'order_not_open' : 'ok', 'ok']);
        exchange.engine.checkInvariants();
      }
    },
  );

  test('what would is as an order that meets its owner’s own, in each mode', () => {
    for (const [one, other] of [
      [ADA, SUB],
      [SUB, ADA],
    ] as const) {
      const exchange = opened();
      const waiting = exchange.limit(one, 'sell', [10_000, 5]);
      const taken = exchange.limit(other, 'buy', [10_000, 5]);
      expect(taken).toMatchObject({ cancelReason: 'self_trade', filledQuantity: 0 });
      exchange.run({
        kind: 'cancel_order',
        owner: one,
        order: { orderId: waiting.orderId },
      });
    }
  });

  test('drawn orders of a family come to what the oracle comes to', () => {
    for (const seed of [41, 42, 43]) {
      const comparison = new Comparison();
      const commands = new RandomCommands(seed);
      const owners: number[] = [];
      for (let at = 0; at < 1_500; at += 1) {
        const { command, timeMs } = commands.next();
        if (command.kind === 'open_account') owners.push(command.owner);
        const [main = 0, second = 0] = owners;
        comparison.run(asSub(command, second, subAccountOf(main, 3)), timeMs);
        commands.orderIdMax = comparison.naive.lastOrderId;
      }
      comparison.compareAll();
      comparison.engine.checkInvariants();
      expect(comparison.naive.trades.length).toBeGreaterThan(50);
      expect([...comparison.changed]).toContain('waited self_trade');
    }
  });
});

/** The same command of a sub-account, wherever it is of one owner. */
function asSub(command: Command, owner: number, sub: number): Command {
  const named = <Value>(value: Value): Value =>
    typeof value === 'object' && value !== null && 'owner' in value && value.owner === owner
      ? { ...value, owner: sub }
      : value;
  const own = named(command);
  if (own.kind === 'replace_order') return { ...own, placed: named(own.placed) };
  return own.kind === 'post_entry'
    ? { ...own, source: named(own.source), target: named(own.target) }
    : own;
}

test('nothing leaves the exchange from a sub-account', () => {
  const exchange = opened();
  const ask = (owner: number) => rejectOf(exchange.execute(request({ owner })));
  expect([ask(ADA), ask(SUB)]).toEqual(['ok', 'account_not_found']);
});
