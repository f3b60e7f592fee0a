/** An exchange of several engines: how clients and operators reach them, and what is checked over all of them. */
import type { Command, Result } from '@fairlead/engine';
import { AMOUNT_MAX } from '@fairlead/formula';
import type { Seeded } from '@fairlead/testkit';
import { amountMinor, SECOND_MS } from '@fairlead/units';
import { ENGINE_NAMES, type EngineName } from '../../../src/core/config/engines.ts';
import type { Answer, Submission } from '../../../src/core/sequencer/submission.ts';
import { halvesOf } from '../../../src/engines/halves.ts';
import { JoinedSequencer, type Member } from '../../../src/engines/joined.ts';
import { accountsOf, engineOf, HOME, numbersAfter } from '../../../src/engines/shares.ts';
import { CURRENCIES, NEW, OPERATORS, OWNERS } from '../drawn/exchange-terms.ts';
import { type Drawn, type DrawnTables, FIRST_OPERATOR } from '../drawn/tools.ts';
import type { Named } from '../records.ts';
import type { Stage } from '../stage.ts';
import { textOf } from '../texts.ts';
import { must } from '../violation.ts';
import { engineOfCall, type Neighbours } from './beside.ts';
import { ExchangeRules } from './exchange-rules.ts';
import { Links } from './links.ts';
import type { Site } from './site.ts';

/** Tables that another engine than the home fills. */
const TABLES: Readonly<Record<string, EngineName>> = {
  positions: 'futures',
  option_orders: 'options',
  hosting_orders: 'wealth',
};
const RETRY_MS = 1_000;
const ENDED_MS = 60_000;
/** Of a hundred commands, those that only an exchange of several engines is asked for. */
const OWN_PERCENT = 12;
/** So that newcomers' numbers are never those of others. */
const FIRST_NEWCOMER = 5_000;

/** Whose contract account can take so much more of one currency. */
const FULL_OWNER = OWNERS[3];
const ROOM = 1_000_000;
/** Beyond every number that an engine gives in a run, and its losses too. */
const FORGED_FROM = 900_000_000_000;

/** What operators have done until it is done: they repeat it as long as they have no answer. */
interface Act {
  readonly command: Command;
  result?: Result;
}

export class Division {
  readonly neighbours: Neighbours;
  readonly rules: ExchangeRules;
  readonly tables: DrawnTables;
  readonly #stage: Stage;
  readonly #random: Seeded;
  readonly #joined: JoinedSequencer;
  readonly #acts: Act[] = [];
  /** Accounts that were frozen before any engine beside the home knew them. */
  readonly #newcomers: number[] = [];
  readonly #rush: Drawn[] = [];
  #drawn = 0;

  constructor(stage: Stage, random: Seeded) {
    this.#stage = stage;
    this.#random = random;
    const { time, figures } = stage;
    const siteOf = (name: EngineName) => this.siteOf(name);
    const badness = () => stage.badness;
    const links = new Links({ time, random, figures, badness, siteOf });
    this.neighbours = { links, siteOf, figures };
    this.rules = new ExchangeRules(stage.sites, () => time.nowMs);
    this.tables = {
      home: siteOf(HOME).tables,
      table: (name) => siteOf(TABLES[name] ?? HOME).tables.table(name),
      leaderNumber: (column) => siteOf(HOME).tables.leaderNumber(column),
    };
    const member = (name: EngineName): Member => ({
      sequencer: links.to(name),
      prepare: (owner) => siteOf(name).leading?.prepare(owner),
      fallBehind: () => siteOf(name).leading?.fallBehind(),
    });
    this.#joined = new JoinedSequencer({
      members: Object.fromEntries(ENGINE_NAMES.map((name) => [name, member(name)])) as never,
      engineOfCall,
      onTickLost: () => undefined,
    });
  }

  siteOf(name: EngineName): Site {
    const site = this.#stage.sites.find((each) => each.name === name);
    must(site !== undefined, 'each engine is there', () => name);
    return site;
  }

  /** A transfer may be of any engine. */
  routeOf(command: Command): string {
    return command.kind === 'transfer' ? 'any' : engineOf(command);
  }

  isTaken(command: Command, named: Named): boolean {
    const { sites } = this.#stage;
    if (command.kind === 'transfer') return sites.some(({ auditor }) => auditor.isTaken(named));
    return this.siteOf(engineOf(command)).auditor.isTaken(named);
  }

  submit(submission: Submission): Promise<Answer> {
    return this.#joined.submit(submission);
  }

  readonly run = (command: Command): Promise<Result> => this.#joined.run(command);

  /** A process leads: what the others followed of the home they look at again. */
  started(site: Site): void {
    if (site.name !== HOME) return;
    for (const { processes } of this.#stage.sites)
      for (const process of processes) process.fallBehind();
  }

  /** Of what operators do some goes to several engines; whether this is such. */
  operate(command: Command): boolean {
    const isClosing = command.kind === 'set_market_state' && command.state === 'closed';
    if (halvesOf(command) === undefined && !isClosing) return false;
    this.#stage.figures.add(`operated ${command.kind}`);
    const act: Act = { command };
    this.#acts.push(act);
    this.#try(act);
    return true;
  }

  #try(act: Act): void {
    this.run({ ...act.command }).then(
      (result) => {
        act.result = result;
      },
      () => this.#stage.time.after(RETRY_MS, () => this.#try(act)),
    );
  }

  /** What is drawn only where there are several engines; undefined as often as not. */
  drawn(): Drawn | undefined {
    const random = this.#random;
    const next = this.#rush.shift();
    if (next !== undefined) return next;
    if (!random.chance(OWN_PERCENT)) return undefined;
    this.#drawn += 1;
    const dice = random.below(100);
    if (dice < 10) return this.#newcomer();
    if (dice < 40) return this.#tooMuch();
    if (dice < 55 && this.#newcomers.length > 0) return this.#gift(random.pick(this.#newcomers));
    return this.#transfer();
  }

  /** Frozen at once, long before anything of theirs reaches another engine. */
  #newcomer(): Drawn {
    const owner = FIRST_NEWCOMER + this.#drawn;
    this.#newcomers.push(owner);
    const frozen = { kind: 'set_owner_state', owner, isFrozen: true } as const;
    this.#rush.push({ sender: FIRST_OPERATOR + OPERATORS[0], command: frozen });
    return { sender: owner, command: { kind: 'open_account', owner } };
  }

  #gift(owner: number): Drawn {
    const account = this.#random.pick(['contract', 'option', 'trust'] as const);
    return {
      sender: FIRST_OPERATOR + OPERATORS[0],
      command: {
        kind: 'post_entry',
        reason: 'faucet',
        reference: `entry ${1_000_000 + this.#drawn}`,
        currencyId: this.#random.pick(CURRENCIES).currencyId,
        amount: amountMinor(BigInt(1 + this.#random.below(1_000))),
        source: { house: 'external' },
        target: { owner, account },
      },
    };
  }

  /** To and from an account that is almost as full as one can be: some of it is refused, and would be taken a moment later. */
  #tooMuch(): Drawn {
    const [source, target] = this.#random.chance(70)
      ? (['coin', 'contract'] as const)
      : (['contract', 'coin'] as const);
    const amount = amountMinor(BigInt(1 + this.#random.below(3 * ROOM)));
    const facts = { owner: FULL_OWNER, source, target, currencyId: NEW.currencyId, amount };
    return { sender: FULL_OWNER, command: { kind: 'transfer', ...facts } };
  }

  /** What an exchange of several engines begins with beyond all others. */
  beginning(): Command[] {
    const gift = (account: 'coin' | 'contract', amount: bigint): Command => ({
      kind: 'post_entry',
      reason: 'faucet',
      reference: `begin full ${account}`,
      currencyId: NEW.currencyId,
      amount: amountMinor(amount),
      source: { house: 'external' },
      target: { owner: FULL_OWNER, account },
    });
    // By halves: no account of the house is as full, which would leave a loss no room to be made good.
    const half = AMOUNT_MAX / 2n;
    const amount = amountMinor(half - BigInt(ROOM));
    const facts = { owner: FULL_OWNER, currencyId: NEW.currencyId, amount } as const;
    return [
      gift('contract', half),
      gift('coin', half + BigInt(ROOM) * 100n),
      { kind: 'transfer', ...facts, source: 'coin', target: 'contract' },
    ];
  }

  /** Somebody who has a product's database writes a transfer into it that no engine has sent; it is gone before any engine reads it. */
  forge(): void {
    const { time, figures, sites } = this.#stage;
    const site = this.#random.pick(sites);
    const isRead = site.processes.length !== 1 || !site.isRunning;
    if (site.name === undefined || site.forged !== undefined || isRead) return;
    figures.add('fault transfer forged');
    const id = numbersAfter(site.name) + FORGED_FROM + this.#drawn;
    this.#drawn += 1;
    site.forge({
      ...{ transfer_id: BigInt(id), reference: `forged ${id}`, owner_id: BigInt(OWNERS[0]) },
      ...{ source: accountsOf(site.name)[0], target: site.name === HOME ? 'trust' : 'coin' },
      ...{ currency_id: BigInt(CURRENCIES[0].currencyId), amount_minor: 1_000n },
      ...{ status: 'sent', time_ms: 1n },
    });
    time.after(this.#random.below(8_000), () => site.unforge());
  }

  /** Between two engines, and mostly of what is there. */
  #transfer(): Drawn {
    const random = this.#random;
    const owner = random.pick(OWNERS);
    const source = random.pick(['coin', 'contract', 'option', 'trust'] as const);
    const others = (['coin', 'contract', 'option', 'trust'] as const).filter(
      (each) => each !== source,
    );
    const amount = amountMinor(BigInt(1 + random.below(1_000_000)));
    const { currencyId } = random.pick(CURRENCIES);
    const target = random.pick(others);
    return {
      sender: owner,
      command: { kind: 'transfer', owner, source, target, currencyId, amount },
    };
  }

  /** Operators repeat what is half done, and everything that is on its way comes to its end. */
  async settle(): Promise<void> {
    const { time, sites } = this.#stage;
    const isOver = () =>
      this.#acts.every(({ result }) => result !== undefined) &&
      sites.every(({ tables }) =>
        [...tables.table('sent_transfers').rows()].every(({ status }) => status !== 'sent'),
      );
    await time.passUntil(isOver, ENDED_MS);
    for (const act of this.#acts) {
      delete act.result;
      this.#try(act);
      await time.passUntil(() => act.result !== undefined, ENDED_MS);
      must(act.result !== undefined, 'what operators do is done', () => textOf(act.command));
    }
    await time.pass(SECOND_MS);
    this.#checkHalves();
  }

  #checkHalves(): void {
    for (const { command } of this.#acts) {
      const halves = halvesOf(command);
      if (halves === undefined) continue;
      const isThere = [halves.out, halves.into].map(({ reason, reference, ...half }) => {
        const { tables } = this.siteOf(engineOf({ ...half, reason, reference }));
        const name = [reason, reference];
        return tables.table('journal_entries').findBy(['reason', 'reference'], name) !== undefined;
      });
      must(isThere[0] === isThere[1], 'an entry of two engines is in both or in neither', () =>
        textOf(command),
      );
    }
  }
}
