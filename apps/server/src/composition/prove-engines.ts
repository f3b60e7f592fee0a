import { folderOf, PRODUCT_ENGINES, type ProductEngine } from '../core/config/engines.ts';
import type { ServerOptions } from '../core/processes/lifetime.ts';
import { untilThere } from '../core/processes/until-there.ts';
import { type Database, NotThereError } from '../core/store/database.ts';
import { isEmpty } from '../core/store/exchange-mark.ts';
import { openPostgres } from '../core/store/postgres/database.ts';
import { knownIn } from '../core/store/postgres/timelines.ts';
import { proveMarks } from '../engines/marks.ts';

/**
 * Refuses databases that are not of the engines that the settings say, before anything leads. One whose engine another process runs
 * may be away: it is proved before it is followed. Throws StartRefusedError.
 */
export async function proveEngines(options: ServerOptions, home: Database): Promise<void> {
  const { engines } = options.config;
  if (engines === undefined) return proveMarks(home);
  const opened: Partial<Record<ProductEngine, Database>> = {};
  const made: Database[] = [];
  try {
    for (const name of PRODUCT_ENGINES) {
      const url = engines.books[name];
      const books = engines.own.includes(name)
        ? await untilThere(options, () => look(options, name, url))
        : await look(options, name, url).catch(unlessAway);
      if (books === undefined) continue;
      made.push(books);
      // One that nothing was ever written to is of nobody yet.
      if (!(await isEmpty(books))) opened[name] = books;
    }
    await proveMarks(home, opened);
  } finally {
    for (const books of made) await books.close();
  }
}

/** The same of one of them. Throws NotThereError while it is away. */
export async function proveEngine(
  options: ServerOptions,
  { name, url, home }: { readonly name: ProductEngine; readonly url: string; home: Database },
): Promise<void> {
  const books = await look(options, name, url);
  try {
    await proveMarks(home, (await isEmpty(books)) ? {} : { [name]: books });
  } finally {
    await books.close();
  }
}

const look = ({ config }: ServerOptions, name: ProductEngine, url: string): Promise<Database> =>
  openPostgres({ url, role: 'tool', timelines: knownIn(folderOf(config.dataDir, name)) });

function unlessAway(error: unknown): undefined {
  if (!(error instanceof NotThereError)) throw error;
}
