/** What runs beside an engine's writer where there are several: the real mirror, carrier and comparison, on simulated ways. */
import type { Command, Result } from '@fairlead/engine';
import type { Logger } from 'pino';
import {
  ENGINE_NAMES,
  type EngineName,
  PRODUCT_ENGINES,
} from '../../../src/core/config/engines.ts';
import { Secrets } from '../../../src/core/operations/secrets.ts';
import type { Sequencer } from '../../../src/core/sequencer/sequencer.ts';
import type { RunOptions } from '../../../src/core/sequencer/submission.ts';
import type { Database, Queryable } from '../../../src/core/store/database.ts';
import { type Arrivals, LocalArrivals } from '../../../src/engines/arrivals.ts';
import { Carrier } from '../../../src/engines/carrier.ts';
import { Exchange } from '../../../src/engines/exchange/exchange.ts';
import { Following } from '../../../src/engines/following.ts';
import { JoinedSequencer, type Member } from '../../../src/engines/joined.ts';
import { Mirror } from '../../../src/engines/mirror.ts';
import { refuseUnsent } from '../../../src/engines/proof.ts';
import { countFrom, isCountedFrom } from '../../../src/engines/queries.ts';
import { HOME, numbersAfter } from '../../../src/engines/shares.ts';
import { TransferWords } from '../../../src/engines/words.ts';
import type { Figures } from '../figures.ts';
import { must } from '../violation.ts';
import type { Links } from './links.ts';
import type { Site } from './site.ts';
import type { SiteProcess } from './site-process.ts';

/** Where several engines are, what each process has of the others. */
export interface Neighbours {
  readonly links: Links;
  readonly siteOf: (name: EngineName) => Site;
  readonly figures: Figures;
}

export interface BesideParts {
  readonly name: EngineName;
  readonly process: SiteProcess;
  readonly sequencer: Sequencer;
  readonly books: Database;
  /** At this engine, as the server itself asks for it. */
  readonly run: (command: Command, options?: RunOptions) => Promise<Result>;
  readonly clock: { now(): number };
  readonly neighbours: Neighbours;
}

/** Of products a call is of, by its route as clients of the simulation name it; undefined of one that may be of any. */
export const engineOfCall = (route: string): EngineName | undefined =>
  route === 'any' ? undefined : (route as EngineName);

/** The machine's timers never fire: the simulation has each look when its time comes. */
const NEVER_MS = 3_600_000;
const WORDS = new TransferWords(new Secrets('a secret of the tests, 32 letters long'));
const NO_LOG = { info() {}, warn() {}, error() {}, fatal() {} } as unknown as Logger;

/** Under the writer's lock, before it is ever written, as a start does it. */
export async function beginNumbers(books: Database, name: EngineName): Promise<void> {
  const after = numbersAfter(name);
  if (after === 0 || (await isCountedFrom(books, after))) return;
  const writer = await books.openWriter();
  try {
    const isCounted = await countFrom(writer, after);
    must(isCounted, 'each engine counts from its place', () => name);
  } finally {
    await writer.close();
  }
}

export class Beside {
  readonly #parts: BesideParts;
  readonly #arrivals: Arrivals;
  readonly #mirror: Mirror | undefined;
  #following: Following | undefined;
  #carrier: Carrier | undefined;
  #isLooking = false;

  constructor(parts: BesideParts) {
    this.#parts = parts;
    const { name, books, run } = parts;
    if (name !== HOME)
      this.#mirror = new Mirror({
        home: this.#booksOf(HOME),
        books,
        run: (command) => run(command),
        onRefused: () => parts.neighbours.figures.add('mirror refused'),
      });
    this.#arrivals = new LocalArrivals({ books, run: (command) => run(command) }, this.#mirror);
  }

  /** In the order of a start: the home is followed, what losses took is written again, and then transfers are carried. */
  async begin(): Promise<void> {
    const { neighbours, sequencer, books, name, clock } = this.#parts;
    const site = neighbours.siteOf(name);
    const { losses } = site;
    if (this.#mirror !== undefined) {
      this.#following = new Following({
        mirror: this.#mirror,
        home: { onCommitted: (listener) => neighbours.siteOf(HOME).onCommitted(listener) },
        onFailure: () => undefined,
        lookMs: NEVER_MS,
      });
      await this.#following.catchUp();
    }
    await this.#exchange().settle(clock.now());
    site.settledLosses = Math.max(site.settledLosses, losses);
    this.#carrier = new Carrier({
      books,
      sequencer,
      arrivalsOf: (other) => this.#arrivalsOf(other),
      others: () =>
        ENGINE_NAMES.filter((other) => other !== name).map((other) => this.#booksOf(other)),
      clock,
      log: NO_LOG,
      words: WORDS,
      againMs: NEVER_MS,
    });
  }

  /** Everything at home runs at its own engine first, and ticks at the others after it. */
  joined(): JoinedSequencer {
    const { process, sequencer, run, neighbours } = this.#parts;
    const own = { run, onCommitted: sequencer.onCommitted.bind(sequencer) };
    const members: Partial<Record<EngineName, Member>> = { [HOME]: { sequencer: own as never } };
    for (const name of PRODUCT_ENGINES)
      members[name] = { sequencer: neighbours.links.to(name, process), isElsewhere: true };
    return new JoinedSequencer({
      members: members as Record<EngineName, Member>,
      engineOfCall,
      onTickLost: () => neighbours.figures.add('tick not taken by an engine'),
    });
  }

  prepare(owner: number | undefined): Promise<void> | undefined {
    return this.#following?.prepare(owner);
  }

  /** Something of the home may have been missed. */
  fallBehind(): void {
    this.#following?.fallBehind();
  }

  /** What has not been carried is tried again. */
  look(): void {
    if (this.#isLooking || this.#carrier === undefined) return;
    this.#isLooking = true;
    this.#carrier
      .look()
      .catch(() => undefined)
      .finally(() => {
        this.#isLooking = false;
      });
  }

  follow(): void {
    this.#following?.fallBehind();
    this.#following?.catchUp().catch(() => undefined);
  }

  stop(): void {
    void this.#carrier?.stop();
    void this.#following?.stop();
  }

  refuseUnsent(command: Command): Promise<void> {
    return refuseUnsent(command, (sender) => this.#booksOf(sender));
  }

  #booksOf(name: EngineName): Queryable {
    const { process, neighbours } = this.#parts;
    return neighbours.siteOf(name).server.connect(process);
  }

  #arrivalsOf(name: EngineName): Arrivals | undefined {
    const { process, neighbours } = this.#parts;
    const link = neighbours.links.to(name, process);
    return new LocalArrivals({ books: this.#booksOf(name), run: (command) => link.run(command) });
  }

  /** As a process that runs this engine alone compares it. */
  #exchange(): Exchange {
    const { name, books, run, neighbours } = this.#parts;
    const own = { run: (command: Command) => run(command), arrivals: this.#arrivals };
    return new Exchange({
      sides: ENGINE_NAMES.map((each) =>
        each === name ? { name, books, own } : { name: each, books: this.#booksOf(each) },
      ),
      audit: { add: async () => neighbours.figures.add('transfer restored') },
      log: NO_LOG,
      words: WORDS,
    });
  }
}
