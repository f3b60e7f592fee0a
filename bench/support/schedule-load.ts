/**
 * What the clock makes due at the end of a day, through sequencer and PostgreSQL: all of it at once as after a downtime,
 * in parts as the server does it, with orders placed beside it on a timetable as in the idle run before.
 */
import { randomUUID } from 'node:crypto';
import { type Command, Engine, type PostEntry } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, priceE8, priceTicks, quantityLots } from '@fairlead/units';
import { Schedules } from '../../apps/server/src/core/operations/schedules.ts';
import { type Sequencer, startSequencer } from '../../apps/server/src/core/sequencer/sequencer.ts';
import { openDatabase } from '../../apps/server/src/core/store/open-database.ts';
import { EXCHANGE_TABLES } from '../../apps/server/src/tables.ts';
import type { Measurement } from '../run.ts';
import { createDatabase } from './databases.ts';

const TRADERS = 200;
const ORDERS_PER_SECOND = 500;
const IDLE_MS = 10_000;
const AT_ONCE = 1_000;

/** Owners from here on are the load's own; all of them are to be opened by it. */
export const FIRST_OWNER = 1 + TRADERS;

/** What makes something due. */
export interface ScheduleLoad {
  /** Once, at the start. */
  readonly seed: readonly Command[];
  /** On each day, before the idle run. */
  readonly eachDay: readonly Command[];
}

interface DayMeasurement {
  readonly chunk: number;
  readonly ran: number;
  readonly perSecond: number;
  /** Answers of orders, in ms. */
  readonly idle: Answers;
  readonly meanwhile: Answers;
}

interface Answers {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** One day for each size of a part, each after an idle run of its own. `unit` says what is done, e.g. "days". */
export async function scheduleRows(
  load: ScheduleLoad,
  chunks: readonly number[],
  { name, unit }: { readonly name: (count: string) => string; readonly unit: string },
): Promise<Measurement[]> {
  const days = await measureDays(load, chunks);
  return days.map(({ chunk, ran, perSecond, idle, meanwhile }) => ({
    name: `${name(ran.toLocaleString('en'))} on PostgreSQL, parts of ${chunk}`,
    value: `${Math.round(perSecond).toLocaleString('en')} ${unit}/s`,
    note:
      `${ORDERS_PER_SECOND} orders/s placed beside it: answer p50 ${meanwhile.p50Ms.toFixed(1)} ms, ` +
      `p99 ${meanwhile.p99Ms.toFixed(1)} ms (${(meanwhile.p99Ms / idle.p99Ms).toFixed(2)} × idle; ` +
      `idle p50 ${idle.p50Ms.toFixed(1)} ms, p99 ${idle.p99Ms.toFixed(1)} ms); aim 2 ×`,
  }));
}

async function measureDays(
  load: ScheduleLoad,
  chunks: readonly number[],
): Promise<readonly DayMeasurement[]> {
  const { url, drop } = await createDatabase();
  const database = await openDatabase({ databaseUrl: url, nowMs: Date.now() });
  const clock = { offsetMs: -40 * DAY_MS, now: () => Math.floor(Date.now() + clock.offsetMs) };
  const sequencer = await startSequencer({
    tables: EXCHANGE_TABLES,
    database,
    clock,
    createEngine: (snapshot) => new Engine(snapshot),
  });
  const days: DayMeasurement[] = [];
  try {
    await runAll(sequencer, [...commonSeed(clock.now()), ...load.seed]);
    const log = { info: () => {}, warn: () => {} };
    for (const chunk of chunks) {
      await runAll(sequencer, load.eachDay);
      const idleEnd = performance.now() + IDLE_MS;
      const idle = await placeUntil(sequencer, () => performance.now() >= idleEnd);
      // From now on what belongs to the day is due.
      clock.offsetMs += DAY_MS;
      const schedules = new Schedules({ sequencer, clock, log, tables: EXCHANGE_TABLES, chunk });
      let isDone = false;
      const startedAt = performance.now();
      const working = schedules.run().then(() => {
        isDone = true;
        return performance.now() - startedAt;
      });
      const meanwhile = await placeUntil(sequencer, () => isDone);
      const seconds = (await working) / 1_000;
      await schedules.stop();
      const { ran } = schedules;
      days.push({ chunk, ran, perSecond: ran / seconds, idle, meanwhile });
    }
  } finally {
    await sequencer.stop();
    await database.close();
    await drop();
  }
  return days;
}

/** A grant from outside, for seeds. */
export const grant = (target: PostEntry['target'], currencyId: number): PostEntry => ({
  kind: 'post_entry',
  reason: 'faucet',
  reference: randomUUID(),
  currencyId,
  amount: amountMinor(10n ** 13n),
  source: { house: 'external' },
  target,
});

function commonSeed(nowMs: number): Command[] {
  const commands: Command[] = [
    { kind: 'configure_currency', currency: BTC },
    { kind: 'configure_currency', currency: USDT },
    { kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 10_000 } },
    {
      kind: 'index_tick',
      marketId: BTC_USDT.marketId,
      sampleTimeMs: nowMs - 1_000,
      price: priceE8(100_00000000n),
    },
  ];
  for (let owner = 1; owner <= TRADERS; owner += 1) {
    commands.push({ kind: 'open_account', owner });
    for (const { currencyId } of [BTC, USDT])
      commands.push(grant({ owner, account: 'coin' }, currencyId));
  }
  return commands;
}

async function runAll(sequencer: Sequencer, commands: readonly Command[]): Promise<void> {
  for (let at = 0; at < commands.length; at += AT_ONCE) {
    const part = commands.slice(at, at + AT_ONCE);
    for (const result of await Promise.all(part.map((command) => sequencer.run(command))))
      if (!result.ok) throw new Error(`the bench's seed was refused: ${result.reject}`);
  }
}

/** Places orders on a timetable, whose latency counts from then; every second one takes what the one before it made. */
async function placeUntil(sequencer: Sequencer, isOver: () => boolean): Promise<Answers> {
  const latencies: number[] = [];
  const answers: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 0; !isOver(); count += 1) {
    const dueAt = startedAt + (count * 1_000) / ORDERS_PER_SECOND;
    while (performance.now() < dueAt) await new Promise((resolve) => setTimeout(resolve, 1));
    answers.push(
      sequencer.run(orderOf(count)).then((result) => {
        if (!result.ok) throw new Error(`the bench's order was refused: ${result.reject}`);
        latencies.push(performance.now() - dueAt);
      }),
    );
  }
  await Promise.all(answers);
  const sorted = latencies.sort((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

const orderOf = (count: number): Command => ({
  kind: 'place_order',
  owner: 1 + (count % TRADERS),
  marketId: BTC_USDT.marketId,
  side: count % 2 === 0 ? 'buy' : 'sell',
  type: 'limit',
  timeInForce: 'gtc',
  price: priceTicks(10_000),
  quantity: quantityLots(10),
});
