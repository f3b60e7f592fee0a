/**
 * Q8: what waits for the next sample is bounded by owner and needs its money first, so that neither one account nor a
 * thousand empty ones take the places of others, or of what needs no sample.
 */
import type { BuyOption, Command, OpenPosition } from '@fairlead/engine';
import { BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import {
  FakeClock,
  fund,
  limit,
  MAKER,
  render,
  seed,
  start,
  TAKER,
} from '../../../../test/support/test-sequencer.ts';
import { PARKED_OWNER_MAX } from '../limits.ts';
import type { Sequencer } from '../sequencer.ts';
import type { Answer } from '../submission.ts';

const { marketId } = BTC_USDT;
const { currencyId } = USDT;
const POOR = 13;
const QUEUE_MAX = 200;
const usdt = (whole: number) => amountMinor(BigInt(whole) * 1_000_000n);

const TERMS: readonly Command[] = [
  {
    kind: 'configure_options',
    terms: {
      marketId,
      times: [
        {
          seconds: 5,
          payoutRatioPpm: ratePpm(750_000n),
          minMinor: usdt(1),
          maxMinor: usdt(1_000),
        },
      ],
      exposureMaxMinor: usdt(1_000_000),
      ordersMax: 100,
      isOpen: true,
    },
  },
  {
    kind: 'configure_option_currency',
    currency: { currencyId, feePpm: ratePpm(10_000n), presets: [], isOpen: true },
  },
  {
    kind: 'configure_futures',
    terms: {
      marketId,
      lotBaseMinor: amountMinor(1_000_000n),
      lotsMin: 1,
      lotsMax: 1_000_000,
      multiples: [
        { multiple: 10, maintenanceRatePpm: ratePpm(5_000n), notionalMaxMinor: usdt(100_000) },
      ],
      openFeePpm: ratePpm(0n),
      closeFeePpm: ratePpm(0n),
      insuranceSharePpm: ratePpm(0n),
      halfSpreadPpm: ratePpm(0n),
      priceStepE8: priceE8(1n),
      profitCapMultiple: 10,
      openInterestMaxMinor: usdt(1_000_000),
      positionsMax: 100,
      isOpen: true,
    },
  },
];

const buying = (owner: number, stake: number): BuyOption => ({
  kind: 'buy_option',
  owner,
  marketId,
  currencyId,
  direction: 'rise',
  seconds: 5,
  stake: usdt(stake),
});

/** At an index of 100 a lot is worth 1, and a tenth of it is the margin. */
const opening = (owner: number, lots: number): OpenPosition => ({
  kind: 'open_position',
  owner,
  marketId,
  side: 'long',
  type: 'market',
  lots,
  multiple: 10,
});

const outcome = ({ status, body }: Answer): unknown =>
  status === 200 ? 'ok' : JSON.parse(body).reject;

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describeDatabases('Q8: parking for the next sample', (kind) => {
  let test: TestDatabase;
  let clock: FakeClock;
  let sequencer: Sequencer;
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    clock = new FakeClock();
    const limits = { queueCommandsMax: QUEUE_MAX };
    sequencer = await start(test.database, { clock, startTimer: () => () => undefined, limits });
    await seed(sequencer, clock);
    for (const command of TERMS) await run(command);
    await run({ kind: 'open_account', owner: POOR });
    for (const account of ['option', 'contract'] as const) {
      for (const owner of [MAKER, TAKER]) {
        await run({
          kind: 'transfer',
          owner,
          source: 'coin',
          target: account,
          currencyId,
          amount: usdt(1_000),
        });
      }
    }
    for (const house of ['option_house', 'contract_house'] as const) {
      await run({
        kind: 'post_entry',
        reason: 'capital',
        reference: house,
        currencyId,
        amount: usdt(100_000),
        source: { house: 'external' },
        target: { house },
      });
    }
  });
  afterEach(async () => {
    await sequencer.stop();
    await test.remove();
  });

  const run = async (command: Command): Promise<void> => {
    const result = await sequencer.run(command);
    expect(result, command.kind).toMatchObject({ ok: true });
  };
  const park = (command: Command): Promise<unknown> =>
    sequencer.submit({ command, afterSamplesOf: [marketId], render }).then(
      (answer) => outcome(answer),
      (error: Error) => error.message,
    );
  const tick = (): Promise<unknown> => {
    clock.nowMs += 1_000;
    return sequencer.run({
      kind: 'index_tick',
      marketId,
      sampleTimeMs: clock.nowMs,
      quotedAtMs: clock.nowMs,
      price: priceE8(100_00000000n),
    });
  };

  it('an owner has so many places, and the others have the rest', async () => {
    const flood = Array.from({ length: QUEUE_MAX }, () => park(buying(MAKER, 1)));
    const more = await Promise.all(flood.slice(PARKED_OWNER_MAX));
    expect(new Set(more)).toEqual(new Set(['too_many_orders']));
    expect(sequencer.health().parkedCommands).toBe(PARKED_OWNER_MAX);
    const other = park(buying(TAKER, 1));
    await turns();
    expect(sequencer.health().parkedCommands).toBe(PARKED_OWNER_MAX + 1);
    await tick();
    expect(await other).toBe('ok');
    expect(new Set(await Promise.all(flood.slice(0, PARKED_OWNER_MAX)))).toEqual(new Set(['ok']));
    // Its places are free again.
    const again = park(buying(MAKER, 1));
    await tick();
    expect(await again).toBe('ok');
  });

  it('an account without money has none', async () => {
    expect(await park(buying(POOR, 1))).toBe('insufficient_balance');
    expect(await park(opening(POOR, 1))).toBe('insufficient_balance');
    expect(sequencer.health().parkedCommands).toBe(0);
  });

  it('the same money parks once, of options and of futures', async () => {
    // 990 and its fee are 999.9 of 1,000; 9,900 lots are worth 9,900 at a tenth.
    const first = [park(buying(MAKER, 990)), park(opening(MAKER, 9_900))];
    expect(await park(buying(MAKER, 1))).toBe('insufficient_balance');
    expect(await park(opening(MAKER, 101))).toBe('insufficient_balance');
    const fits = park(opening(MAKER, 100));
    await turns();
    expect(sequencer.health().parkedCommands).toBe(3);
    await tick();
    expect(await Promise.all([...first, fits])).toEqual(['ok', 'ok', 'ok']);
    expect(await park(buying(MAKER, 1))).toBe('insufficient_balance');
  });

  it('a refusal is an answer like any other: given again under its key', async () => {
    const command = buying(POOR, 1);
    const idempotency = { owner: POOR, key: 'a', route: 'microtrade/submit', fingerprint: 'f' };
    const ask = () =>
      sequencer.submit({ command, idempotency, afterSamplesOf: [marketId], render });
    expect(outcome(await ask())).toBe('insufficient_balance');
    await run({
      ...fund(POOR, currencyId, 5_000_000n),
      target: { owner: POOR, account: 'option' },
    } as Command);
    expect(await ask()).toMatchObject({ isReplay: true, status: 400 });
  });

  it('all that is parked leaves half of the queue to what needs no sample', async () => {
    const owners = Array.from({ length: 8 }, (_, at) => 100 + at);
    for (const owner of owners) {
      await run({ kind: 'open_account', owner });
      const target = { owner, account: 'option' } as const;
      await run({ ...fund(owner, currencyId, 100_000_000n), target } as Command);
    }
    const flood = owners.flatMap((owner) =>
      Array.from({ length: 25 }, () => park(buying(owner, 1))),
    );
    await turns();
    expect(sequencer.health().parkedCommands).toBe(QUEUE_MAX / 2);
    const order = await sequencer.submit({ command: limit(MAKER, 'buy', [7_990, 1]), render });
    expect(order.status).not.toBe(503);
    await tick();
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(QUEUE_MAX / 2);
    expect(answers.filter((answer) => answer === 'overloaded')).toHaveLength(QUEUE_MAX / 2);
  });
});
