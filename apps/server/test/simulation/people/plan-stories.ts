/** What people do about their recurring buys, drawn from a seed: begin, begin again, pause, go on, end, and lock their account. */
import { ProblemError } from '@fairlead/contract';
import { BTC_USDT, ETH_USDT, type Seeded, USDT } from '@fairlead/testkit';
import { DAY_MS, formatDecimal, MINUTE_MS, PRICE_SCALE } from '@fairlead/units';
import { OWNERS } from '../drawn/exchange-terms.ts';
import type { Figures } from '../figures.ts';
import { InjectedError } from '../store/memory-server.ts';
import type { MemoryTables } from '../store/memory-tables.ts';
import type { Row } from '../store/sql-expression.ts';
import type { PlanRoom } from './plan-room.ts';

interface PlanStoriesParts {
  readonly random: Seeded;
  readonly figures: Figures;
  readonly tables: Pick<MemoryTables, 'table'>;
  /** Of any process that serves. */
  readonly room: () => PlanRoom | undefined;
  readonly nowMs: () => number;
  readonly priceOf: (symbol: string) => bigint;
  readonly onViolation: (error: unknown) => void;
}

type Terms = Parameters<typeof PlanRoom.prototype.call<'createRecurringPlan'>>[2];

const EVERY_DAY = '1,2,3,4,5,6,7';
const DAY_MINUTES = DAY_MS / MINUTE_MS;

export class PlanStories {
  readonly #parts: PlanStoriesParts;
  readonly #begun: { readonly userId: number; readonly terms: Terms }[] = [];

  constructor(parts: PlanStoriesParts) {
    this.#parts = parts;
  }

  happen(): void {
    const { random, room: roomOf } = this.#parts;
    const room = roomOf();
    if (room === undefined) return;
    const dice = random.below(100);
    if (dice < 45) this.#begin(room);
    else if (dice < 55) this.#beginAgain(room);
    else if (dice < 97) this.#set(room);
    else {
      const userId = random.pick(OWNERS);
      this.#ask('lock', () => room.lock(userId));
    }
  }

  #begin(room: PlanRoom): void {
    const { random, priceOf, nowMs } = this.#parts;
    const userId = random.pick(OWNERS);
    const { symbol } = random.pick([BTC_USDT, ETH_USDT]);
    const amount = BigInt(30_000 + random.below(random.pick([60_000, 600_000])));
    const text = (minor: bigint) => formatDecimal(minor, USDT.scale);
    const near = (priceOf(symbol) * BigInt(97 + random.below(6))) / 100n;
    const now = Math.floor((nowMs() % DAY_MS) / MINUTE_MS);
    // Some are due in a moment, others on the next day at about this time.
    const minute = (now + random.pick([1, 0, -1, -1, -9]) + DAY_MINUTES) % DAY_MINUTES;
    const terms = {
      ...{ client_plan_id: `plan ${this.#begun.length}`, symbol, amount: text(amount), minute },
      ...(random.chance(90) ? { weekdays: EVERY_DAY } : { month_day: 1 + random.below(31) }),
      ...(random.chance(60) && {
        total: text(amount * BigInt(1 + random.below(3)) + BigInt(random.below(3_000))),
      }),
      ...(random.chance(25) && {
        max_price: formatDecimal(near - (near % 1_000_000n), PRICE_SCALE),
      }),
      ...(random.chance(15) && { until: nowMs() + (1 + random.below(4)) * DAY_MS }),
    } as Terms;
    this.#begun.push({ userId, terms });
    this.#ask('begin', () => room.call('createRecurringPlan', userId, terms));
  }

  /** As somebody does who heard nothing of it. */
  #beginAgain(room: PlanRoom): void {
    const last = this.#begun.at(-1);
    if (last === undefined) return;
    const { userId, terms } = last;
    this.#ask('begin again', () => room.call('createRecurringPlan', userId, terms));
  }

  #set(room: PlanRoom): void {
    const { random, tables } = this.#parts;
    const rows: Row[] = [...tables.table('recurring_plans').rows()];
    if (rows.length === 0) return;
    const row = random.pick(rows);
    const to = random.chance(8) ? 'ended' : row['state'] === 'active' ? 'paused' : 'active';
    // Most go on in the end, or nothing would be bought.
    if (to === 'paused' && random.chance(40)) return;
    const userId = random.chance(95) ? Number(row['user_id']) : random.pick(OWNERS);
    const input = { plan_id: Number(row['plan_id']), state: to } as const;
    this.#ask(to, () => room.call('setRecurringPlan', userId, input));
  }

  #ask(what: string, made: () => Promise<void>): void {
    const { figures, onViolation } = this.#parts;
    made().then(
      () => figures.add(`plan ${what}`),
      (error: unknown) => {
        if (error instanceof ProblemError) figures.add(`plan refused ${error.code}`);
        else if (!(error instanceof InjectedError)) onViolation(error);
      },
    );
  }
}
