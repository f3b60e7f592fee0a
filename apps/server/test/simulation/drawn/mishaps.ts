/** What goes wrong around the server while commands come: processes, the database, clocks and venues. */

import type { Command } from '@fairlead/engine';
import type { Seeded } from '@fairlead/testkit';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { CRASH_POINTS } from '../engines/crash-points.ts';
import type { Site } from '../engines/site.ts';
import type { SiteProcess } from '../engines/site-process.ts';
import type { Stage } from '../stage.ts';
import { BAD_PRICES } from './index-venues.ts';

/** How often each kind happens, in thousandths of commands; some seeds are calm, some are wild. */
interface Rates {
  readonly crash: number;
  readonly downtime: number;
  readonly databaseGone: number;
  readonly connection: number;
  readonly secondLeader: number;
  readonly clock: number;
  readonly prices: number;
  readonly loss: number;
}

const CALM: Rates = {
  crash: 3,
  downtime: 2,
  databaseGone: 2,
  connection: 4,
  secondLeader: 1,
  clock: 4,
  prices: 15,
  loss: 1,
};
const WILD: Rates = {
  crash: 25,
  downtime: 8,
  databaseGone: 12,
  connection: 15,
  secondLeader: 10,
  clock: 15,
  prices: 60,
  loss: 6,
};
const RESTART_MS = 1_500;
/** How long a second process leads at least whose commits are lost. */
const LEADS_MS = 800;
/** Transactions that a replica may have missed. */
const LOST_MAX = 6;
const JUMPS_MS = {
  '+1 h': HOUR_MS,
  '-1 h': -HOUR_MS,
  '+1 h and a restart': HOUR_MS,
  '+3 s': 3_000,
  '-3 s': -3_000,
  '-1 s': -1_000,
} as const;
const CLOCK_FAULTS = [...(Object.keys(JUMPS_MS) as (keyof typeof JUMPS_MS)[]), 'frozen'] as const;

export class Mishaps {
  readonly #stage: Stage;
  readonly #random: Seeded;
  #rates: Rates = CALM;
  #isHealed = false;
  /** To which engine what comes next happens. */
  #site: Site;

  constructor(stage: Stage, random: Seeded) {
    this.#stage = stage;
    this.#random = random;
    this.#site = stage.sites[0] as Site;
  }

  /** How bad this run gets. */
  draw(): void {
    const random = this.#random;
    const isWild = random.chance(50);
    this.#rates = isWild ? WILD : CALM;
    const writeFaults = random.pick(isWild ? [3, 8, 15] : [0, 1, 3]);
    const readFaults = random.pick(isWild ? [0, 2, 5] : [0, 0, 1]);
    for (const { plan } of this.#stage.sites) Object.assign(plan, { writeFaults, readFaults });
    this.#stage.badness = random.pick(isWild ? [3, 10, 25] : [0, 2, 5]);
  }

  /** Some of it, before the next command. */
  async happen(): Promise<void> {
    this.#site = this.#drawnSite();
    const rates = this.#rates;
    if (this.#comes(rates.crash)) this.#crash();
    if (this.#comes(rates.downtime)) await this.#downtime();
    if (this.#comes(rates.databaseGone)) this.#databaseGone();
    if (this.#comes(rates.connection)) this.#connection();
    if (this.#comes(rates.secondLeader)) this.#secondLeader();
    if (this.#comes(rates.clock)) this.#clock();
    if (this.#comes(rates.prices)) this.#prices();
    if (this.#comes(rates.loss)) this.#loss();
    this.#resume();
    if (this.#stage.sites.length > 1 && this.#comes(rates.connection)) this.#cutOff();
  }

  /** It happens to one engine, whose turn is drawn where there are several. */
  #drawnSite(): Site {
    const { sites } = this.#stage;
    const [only] = sites;
    return sites.length === 1 && only !== undefined ? only : this.#random.pick(sites);
  }

  /** The others do not reach it, while its clients do. */
  #cutOff(): void {
    const { time, figures } = this.#stage;
    const site = this.#site;
    figures.add('fault engine cut off from the others');
    site.isCutOff = true;
    time.after(this.#random.below(8_000), () => {
      site.isCutOff = false;
    });
  }

  /** Whatever is broken is whole again, and stays so. */
  async heal(): Promise<void> {
    const { sites, venues, clock } = this.#stage;
    this.#isHealed = true;
    venues.heal();
    clock.setRight();
    for (const site of sites) {
      site.plan.heal();
      site.server.isGone = false;
      site.isCutOff = false;
      for (const process of site.processes) process.diesAt = undefined;
    }
  }

  #comes(thousandths: number): boolean {
    return this.#random.below(1_000) < thousandths;
  }

  /** As a supervisor does: whoever is gone is started again after a while. */
  superviseProcesses(): void {
    const { sites, time } = this.#stage;
    for (const site of sites) if (site.processes.every(({ isDead }) => isDead)) site.startProcess();
    time.after(500 + this.#random.below(RESTART_MS), () => this.superviseProcesses());
  }

  #crash(): void {
    const process = this.#site.processes.at(-1);
    if (process === undefined || process.isDead) return;
    const point = this.#random.pick(CRASH_POINTS);
    this.#stage.figures.add(`fault crash when ${point}`);
    process.diesAt = point;
  }

  /** Nothing runs for hours or days; what was due meanwhile is done after. */
  async #downtime(): Promise<void> {
    const { time, figures, clock } = this.#stage;
    figures.add('fault downtime');
    this.#dieAll();
    await time.pass(100);
    clock.sleep(this.#random.pick([20_000, HOUR_MS, 9 * HOUR_MS, DAY_MS, 2 * DAY_MS]));
  }

  #dieAll(): void {
    for (const { processes } of this.#stage.sites) for (const process of processes) process.die();
  }

  #databaseGone(): void {
    const { time, figures } = this.#stage;
    const { server } = this.#site;
    if (server.isGone) return;
    figures.add('fault database gone');
    server.isGone = true;
    time.after(this.#random.below(8_000), () => {
      server.isGone = false;
    });
  }

  /** The writer's connection breaks, mostly while it is idle. */
  #connection(): void {
    this.#stage.figures.add('fault connection cut');
    this.#site.server.cutConnection();
  }

  /** A failover gives the lock to a second process while the first goes on, or has lost its connection. */
  #secondLeader(): void {
    const { time, figures } = this.#stage;
    const site = this.#site;
    const { processes, server } = site;
    const first = processes.at(-1);
    if (first === undefined || !first.isReady) return;
    figures.add('fault second leader');
    const second = site.startProcess();
    const isCut = this.#random.chance(40);
    time.after(this.#random.below(400), () => {
      if (isCut) server.cutConnection();
      else server.forgetLock();
    });
    if (isCut)
      time.after(LEADS_MS + this.#random.below(LEADS_MS), () => this.#lossOf(site, second));
  }

  /** The second one is gone with all that it did: what the first finds is what it left, by every number of its own. */
  #lossOf(site: Site, second: SiteProcess): void {
    const { figures } = this.#stage;
    if (this.#isHealed || !second.isReady) return;
    figures.add('fault epoch lost');
    second.die();
    this.#failOver(site, site.tables.transactionsOfEpoch);
  }

  /** The server is exchanged for a replica that missed the last transactions. */
  #loss(): void {
    this.#failOver(this.#site, 1 + this.#random.below(LOST_MAX));
  }

  #failOver(site: Site, transactions: number): void {
    const { clients, figures } = this.#stage;
    const { server, evidence, auditor } = site;
    figures.add('fault commits lost');
    site.unforge();
    const answersBefore = auditor.answersKept();
    server.failOver(transactions);
    if (auditor.rolledBack(evidence.seen, answersBefore)) site.losses += 1;
    this.#stage.rolledBack(site);
    clients.rolledBack();
  }

  /** Operators let orders be taken again after a while. */
  #resume(): void {
    const { processes, auditor } = this.#site;
    const { mode, sinceMs } = auditor.twin.trading() ?? {};
    if (mode !== 'cancel_only' || sinceMs === undefined || !this.#random.chance(10)) return;
    const command: Command = {
      kind: 'set_trading_mode',
      mode: 'open',
      cause: 'operator',
      reason: 'looked at',
      endsSinceMs: sinceMs,
    };
    void processes
      .at(-1)
      ?.sequencer?.run(command)
      .catch(() => undefined);
  }

  #clock(): void {
    const { clock, time, figures } = this.#stage;
    const kind = this.#random.pick(CLOCK_FAULTS);
    figures.add(`fault clock ${kind}`);
    if (kind === 'frozen') {
      clock.freeze();
      time.after(this.#random.below(15_000), () => clock.unfreeze());
      return;
    }
    const ms = JUMPS_MS[kind];
    clock.jump(ms);
    // Whoever starts now sees a wrong clock from the first moment on.
    if (kind === '+1 h and a restart') this.#dieAll();
    // Right again after a while: nothing may wait for the hour that was not.
    time.after(this.#random.below(20_000), () => {
      if (!this.#isHealed) clock.jump(-ms);
    });
  }

  #prices(): void {
    const { venues, time, figures } = this.#stage;
    const random = this.#random;
    const dice = random.below(100);
    if (dice < 8) {
      figures.add('fault all venues dead');
      venues.breakAll();
    } else if (dice < 14) {
      figures.add('fault two venues agree on a wrong price');
      venues.agreeOn(random.pick([50n, 90n, 110n, 150n]));
    } else {
      const how = random.pick(BAD_PRICES);
      figures.add(`fault price ${how.replaceAll('_', ' ')}`);
      venues.break(random.below(3), how);
    }
    time.after(random.below(20_000), () => {
      if (!this.#isHealed) venues.heal();
    });
  }
}
