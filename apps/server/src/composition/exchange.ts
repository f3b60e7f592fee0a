/** The comparison of what all engines sent and received, as this process makes it: what was lost is written again where it runs the loser. */
import type { Command, Result } from '@fairlead/engine';
import type { ExchangeChecks } from '../core/checks/reconciler.ts';
import type { EngineName } from '../core/config/engines.ts';
import type { RunOptions } from '../core/sequencer/submission.ts';
import type { Database } from '../core/store/database.ts';
import { type Arrivals, LocalArrivals } from '../engines/arrivals.ts';
import { Exchange, type ExchangeParts, type ExchangeSide } from '../engines/exchange/exchange.ts';
import type { Member } from '../engines/joined.ts';
import { HOME } from '../engines/shares.ts';

interface Side {
  readonly name: EngineName;
  readonly books: Database;
}

interface Own extends Side {
  readonly sequencer: Pick<Member['sequencer'], 'run'>;
  /** Where its accounts are opened by what arrives; of the home they are there. */
  readonly arrivals?: Arrivals;
}

interface Engines {
  readonly home: Pick<Own, 'sequencer'> & {
    readonly database: Database;
    readonly isElsewhere?: boolean;
  };
  readonly own: readonly Own[];
  readonly elsewhere: readonly Side[];
}

export function exchangeOf(
  { home: { database, sequencer, isElsewhere }, own, elsewhere }: Engines,
  parts: Omit<ExchangeParts, 'sides'>,
): Exchange {
  const home: Own = { name: HOME, books: database, sequencer };
  const sides = [
    isElsewhere === true ? sideOf(home) : ownSide(home),
    ...own.map(ownSide),
    ...elsewhere.map(sideOf),
  ];
  return new Exchange({ ...parts, sides });
}

const sideOf = ({ name, books }: Side): ExchangeSide => ({ name, books });

function ownSide({ name, books, sequencer, arrivals }: Own): ExchangeSide {
  const run = (command: Command, options?: RunOptions): Promise<Result> =>
    sequencer.run(command, options);
  return { name, books, own: { run, arrivals: arrivals ?? new LocalArrivals({ books, run }) } };
}

/** What an engine's reconciler asks of it. */
export const checksOf = (
  exchange: Exchange | undefined,
  name: EngineName,
): ExchangeChecks | undefined =>
  exchange && {
    newest: () => exchange.newest(name),
    all: () => exchange.all(name),
    goOn: (pages) => exchange.goOn(name, pages),
  };
