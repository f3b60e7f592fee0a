/** What people have set up in a run: recurring buys, and accounts beside their main one. */
import { BTC_USDT, ETH_USDT, Seeded } from '@fairlead/testkit';
import { DAY_MS, priceTicks, quantityLots } from '@fairlead/units';
import { OWNERS } from '../drawn/exchange-terms.ts';
import type { Drawn } from '../drawn/tools.ts';
import type { CrashPoint } from '../engines/crash-points.ts';
import type { Site } from '../engines/site.ts';
import type { BatchRecord } from '../records.ts';
import type { Stage } from '../stage.ts';
import { textOf } from '../texts.ts';
import { Families } from './families.ts';
import { FamilyRules } from './family-rules.ts';
import { PlanRules } from './plan-rules.ts';
import { PlanStories } from './plan-stories.ts';

/** Of a hundred commands. */
const FAMILY_PERCENT = 10;
const OFFER_PERCENT = 8;
/** Of purchases. */
const CRASH_PERCENT = 12;
const PLAN_PERCENT = 14;
/** So many commands are about a day: a plan has a due on each. */
const DAY_STEPS = 40;
/** Less than a day, so that dues at about this time are neither all missed nor all done. */
const NIGHT_MS = DAY_MS - 5_000;
const SETTLED_MS = 60_000;
/** What of them is in no engine. */
const TABLES = ['recurring_plans', 'recurring_purchases', 'recurring_stops'];

export class People {
  readonly #stage: Stage;
  readonly #random: Seeded;
  readonly #home: Site;
  readonly #families: Families;
  readonly #stories: PlanStories;
  readonly #familyRules: FamilyRules;
  readonly #planRules: PlanRules;
  #isSettled = false;

  constructor(
    stage: Stage,
    {
      seed,
      onOpened,
      onViolation,
    }: {
      readonly seed: number;
      readonly onOpened: (owner: number) => void;
      readonly onViolation: (error: unknown) => void;
    },
  ) {
    const home = stage.sites[0] as Site;
    this.#stage = stage;
    this.#home = home;
    this.#random = new Seeded(seed);
    this.#families = new Families(new Seeded(seed + 1), home.tables, onOpened);
    this.#familyRules = new FamilyRules(home.tables);
    this.#planRules = new PlanRules(home.tables);
    this.#stories = new PlanStories({
      ...{ random: new Seeded(seed + 2), figures: stage.figures, tables: home.tables, onViolation },
      room: () => {
        const rooms = home.processes.flatMap(({ plans }) => plans ?? []);
        return rooms.length === 0 ? undefined : this.#random.pick(rooms);
      },
      nowMs: () => stage.clock.trueNow(),
      priceOf: (symbol) => stage.venues.price(symbol),
    });
  }

  /** Where its process dies at a purchase, now and then: between its commit and its booking. */
  crashPoint(): CrashPoint | undefined {
    if (this.#isSettled || !this.#random.chance(CRASH_PERCENT)) return undefined;
    this.#stage.figures.add('fault crash at a recurring buy');
    return this.#random.pick(['sent', 'committed', 'answered']);
  }

  /** With each command. */
  happen(step: number): void {
    if (this.#random.chance(PLAN_PERCENT)) this.#stories.happen();
    // A loss that a night comes behind is written again where the full account has no room by then: see simulation.md.
    if (step % DAY_STEPS > 0 || this.#stage.sites.length > 1) return;
    this.#stage.figures.add('nights');
    this.#stage.clock.sleep(NIGHT_MS);
  }

  /** Undefined where something else is drawn. */
  drawn(): Drawn | undefined {
    if (this.#random.chance(FAMILY_PERCENT)) return this.#families.draw();
    return this.#random.chance(OFFER_PERCENT) ? this.#offer() : undefined;
  }

  /** Something that plans can buy. */
  #offer(): Drawn {
    const random = this.#random;
    const { marketId, symbol, tickSizeE8 } = random.pick([BTC_USDT, ETH_USDT]);
    const owner = random.pick(OWNERS);
    const price = Number(this.#stage.venues.price(symbol) / tickSizeE8) + random.below(30);
    const size = { price: priceTicks(price), quantity: quantityLots(20 + random.below(300)) };
    return {
      sender: owner,
      command: {
        ...{ kind: 'place_order', owner, marketId, side: 'sell', type: 'limit', ...size },
        timeInForce: 'gtc',
      },
    };
  }

  committed(site: Site, record: BatchRecord): void {
    if (site !== this.#home) return;
    this.#familyRules.committed(record);
    this.#planRules.committed(record);
  }

  checkAll(): void {
    this.#planRules.checkAll();
  }

  /** Whatever is under way comes to its end, and is what it should be. */
  async settle(): Promise<void> {
    this.#isSettled = true;
    const { time, clock, figures } = this.#stage;
    await time.passUntil(() => this.#planRules.isAtRest, SETTLED_MS);
    this.#planRules.checkAll();
    this.#planRules.checkEnded(clock.trueNow());
    for (const { outcome, cause } of this.#home.tables.table('recurring_purchases').rows())
      figures.add(cause === null ? `plan ${outcome}` : `plan ${outcome} ${cause}`);
    for (const { stopped_by } of this.#home.tables.table('recurring_plans').rows())
      if (stopped_by !== null) figures.add(`plan stopped by ${stopped_by}`);
  }

  /** Their rows, of which no engine's hash knows. */
  state(): string {
    return TABLES.map((name) => textOf([...this.#home.tables.table(name).rows()])).join('\n');
  }
}
