/** What the home decides for all, where another engine cannot have it: a market that closes, a stop of operators. */
import type { Command, Result } from '@fairlead/engine';
import { BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8 } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { hasPostgres } from '../../../test/support/postgres-server.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { FakeClock, MAKER, seed, TAKER } from '../../../test/support/test-sequencer.ts';
import { readTrading } from '../../core/store/trading-record.ts';
import { FUTURES_TERMS } from '../../futures/test/fixture.ts';
import { readMarkets } from '../../market/index.ts';
import { engineOfCall } from '../calls.ts';
import { changedRows, notIn } from '../differences.ts';
import { JoinedSequencer, type Member } from '../joined.ts';
import { Side } from './side.ts';

/** As long as a mirror waits for a home that closes. */
const CLOSING_MS = 10_000;
const { marketId } = BTC_USDT;
const CLOSE: Command = { kind: 'set_market_state', marketId, state: 'closed' };
const STOP = { kind: 'set_trading_mode', mode: 'cancel_only', reason: 'a look' } as const;
const CAPITAL: Command = {
  kind: 'post_entry',
  reason: 'capital',
  reference: 'contract house',
  currencyId: USDT.currencyId,
  amount: amountMinor(10_000_000000n),
  source: { house: 'external' },
  target: { house: 'contract_house' },
};

// Each engine has a PostgreSQL of its own.
describe.skipIf(!hasPostgres)('the home of several engines', () => {
  let [spot, futures, options]: Side[] = [];
  let joined: JoinedSequencer;
  /** Whoever is to look again. */
  let behind: string[];
  /** What the fourth was given. */
  let given: Command[];
  let isFourthAway: boolean;
  let clock: FakeClock;

  beforeEach(async () => {
    clock = new FakeClock();
    [behind, given, isFourthAway] = [[], [], false];
    const open = async (name: Side['name']) =>
      new Side(await openTestDatabase('postgres'), name, clock);
    const sides = [await open('spot'), await open('futures'), await open('options')];
    [spot, futures, options] = sides;
    for (const side of sides) {
      await side.begin(() => sides.filter((each) => each !== side));
      if (side.name === 'spot') await seed(side.sequencer, clock);
      else await side.mirror?.look();
    }
    const member = (side: Side): Member => ({
      sequencer: side.sequencer,
      fallBehind: () => behind.push(side.name),
    });
    const fourth = {
      run: async (command: Command): Promise<Result> => {
        if (isFourthAway) throw new Error('away');
        given.push(command);
        return { ok: true, value: { kind: 'done' } };
      },
    } as unknown as Member['sequencer'];
    const members = {
      spot: member(at('spot')),
      futures: member(at('futures')),
      options: member(at('options')),
      wealth: { sequencer: fourth },
    };
    joined = new JoinedSequencer({ members, engineOfCall, onTickLost: () => undefined });
    for (const owner of [MAKER, TAKER]) await at('spot').transfer(1_000_000000n, 'contract', owner);
    for (const command of [CAPITAL, { kind: 'configure_futures', terms: FUTURES_TERMS }] as const)
      expect(await at('futures').run(command)).toMatchObject({ ok: true });
  });

  afterEach(async () => {
    for (const side of [spot, futures, options]) {
      await side?.end();
      await side?.tables.remove();
    }
  });

  const at = (name: 'spot' | 'futures' | 'options'): Side =>
    ({ spot, futures, options })[name] as Side;

  const second = async (): Promise<void> => {
    clock.nowMs += 1_000;
    const sampleTimeMs = clock.nowMs;
    const said = { price: priceE8(100_00000000n), quotedAtMs: sampleTimeMs };
    const tick: Command = { kind: 'index_tick', marketId, sampleTimeMs, ...said };
    for (const name of ['spot', 'futures', 'options'] as const)
      expect(await at(name).run(tick)).toMatchObject({ ok: true });
  };

  /** Opens a position; what closes it. */
  const position = async (): Promise<Command> => {
    await second();
    const what = { owner: MAKER, marketId, side: 'long', type: 'market', lots: 10 } as const;
    const opened = await at('futures').run({ kind: 'open_position', ...what, multiple: 10 });
    if (!opened.ok || opened.value.kind !== 'position') throw new Error('it did not open');
    const { positionId } = opened.value.position;
    return { kind: 'close_position', owner: MAKER, positionId };
  };

  const stateAt = async (name: 'spot' | 'futures' | 'options') =>
    (await readMarkets(at(name).books))[0]?.state;

  const states = async () => [
    await stateAt('spot'),
    await stateAt('futures'),
    await stateAt('options'),
  ];

  /** A look, and one once nobody closes anything any more. */
  const looks = async (names: readonly ('futures' | 'options')[]): Promise<void> => {
    for (const name of names) await at(name).mirror?.look();
    clock.nowMs += CLOSING_MS;
    for (const name of names) await at(name).mirror?.look();
  };

  const tradingAt = (name: 'spot' | 'futures' | 'options') => readTrading(at(name).books);

  it('a refusal of what it has is told once and stands in the way of nothing, until it can be had', async () => {
    const close = await position();
    const { mirror, refused } = at('futures');
    expect(await at('spot').run(CLOSE)).toMatchObject({ ok: true });
    await at('spot').run({ kind: 'set_owner_state', owner: TAKER, isFrozen: true });
    expect(await mirror?.look()).toBe(1);
    const inUse = { reject: 'market_in_use', command: { kind: 'configure_market' } };
    expect(refused).toMatchObject([inUse]);
    expect(await at('futures').transfer(1n, 'coin', TAKER)).toMatchObject({
      reject: 'account_frozen',
    });
    expect(await mirror?.look()).toBe(0);
    expect(refused).toHaveLength(1);
    await second();
    expect(await at('futures').run(close)).toMatchObject({ ok: true });
    expect(await mirror?.look()).toBe(1);
    expect(await stateAt('futures')).toBe('closed');
    expect(refused).toHaveLength(1);
  });

  it('a market in which a product has something open is closed nowhere', async () => {
    const close = await position();
    const closing = { ...BTC_USDT, state: 'closed' } as const;
    for (const command of [CLOSE, { kind: 'configure_market', market: closing }] as const) {
      expect(await joined.run(command)).toEqual({ ok: false, reject: 'market_in_use' });
      expect(behind.splice(0)).toEqual(['options']);
      await looks(['options']);
      expect(await states()).toEqual(['open', 'open', 'open']);
    }
    await second();
    expect(await at('futures').run(close)).toMatchObject({ ok: true });
    expect(await joined.run(CLOSE)).toMatchObject({ ok: true });
    expect(await states()).toEqual(['closed', 'closed', 'closed']);
    expect(behind).toEqual([]);
  });

  it('what the home refuses itself opens again where it was closed', async () => {
    const wrong = { ...BTC_USDT, symbol: 'OTHER/USDT', state: 'closed' } as const;
    expect(await joined.run({ kind: 'configure_market', market: wrong })).toMatchObject({
      reject: 'terms_invalid',
    });
    expect(behind).toEqual(['options', 'futures']);
    await looks(['futures', 'options']);
    expect(await states()).toEqual(['open', 'open', 'open']);
  });

  it('while the home closes a market its products do not open it again, and afterwards with the home only', async () => {
    const close = async (side: Side) => expect(await side.run(CLOSE)).toMatchObject({ ok: true });
    // What a close does first; then a look comes before the home has it.
    await close(at('futures'));
    await at('futures').mirror?.look();
    expect(await stateAt('futures')).toBe('closed');
    await close(at('spot'));
    clock.nowMs += CLOSING_MS;
    await at('futures').mirror?.look();
    expect(await stateAt('futures')).toBe('closed');
    expect(await at('spot').run({ ...CLOSE, state: 'open' } as Command)).toMatchObject({
      ok: true,
    });
    await at('futures').mirror?.look();
    expect(await stateAt('futures')).toBe('open');
  });

  it('a stop of operators holds everywhere though the home is held for a drift, until it is resumed', async () => {
    await joined.run({ ...STOP, cause: 'drift' });
    expect(await tradingAt('futures')).toBeUndefined();
    expect(await joined.run({ ...STOP, cause: 'operator' })).toMatchObject({ ok: true });
    expect(given).toEqual([{ ...STOP, cause: 'operator' }]);
    expect(await tradingAt('spot')).toMatchObject({ cause: 'drift' });
    for (const name of ['futures', 'options'] as const) {
      expect(await at(name).mirror?.look()).toBe(0);
      expect(await tradingAt(name)).toMatchObject({ mode: 'cancel_only', cause: 'operator' });
    }
    await at('spot').resume();
    for (const name of ['futures', 'options'] as const) {
      expect(await at(name).mirror?.look()).toBe(1);
      expect(await tradingAt(name)).toMatchObject({ mode: 'open' });
    }
  });

  it('a stop that one cannot be told of reaches all others, and says so', async () => {
    isFourthAway = true;
    await expect(joined.run({ ...STOP, cause: 'operator' })).rejects.toThrow('away');
    for (const name of ['spot', 'futures', 'options'] as const)
      expect(await tradingAt(name)).toMatchObject({ mode: 'cancel_only', cause: 'operator' });
  });
});

describe('what differs', () => {
  test('is found by looking at each row once', () => {
    let looks = 0;
    const rowsOf = (from: number) =>
      Array.from({ length: 300 }, (_each, at) => ({
        owner: from + at,
        get ratio() {
          looks += 1;
          return at;
        },
      }));
    const [wanted, present] = [rowsOf(0), rowsOf(0).toReversed()];
    expect(changedRows(wanted, present, ({ owner }) => owner)).toEqual([]);
    expect(looks).toBeLessThanOrEqual(2 * 300);
  });

  test('is what is new, what is otherwise, and what is there no more', () => {
    const present = [
      { owner: 1, ratio: 1 },
      { owner: 2, ratio: 2 },
    ];
    const wanted = [{ owner: 3, ratio: 3 }, { owner: 2, ratio: 4 }, ...present.slice(0, 1)];
    expect(changedRows(wanted, present, ({ owner }) => owner)).toEqual(wanted.slice(0, 2));
    expect(notIn([1, 2, 3], [2])).toEqual([1, 3]);
  });
});
