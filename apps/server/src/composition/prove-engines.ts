import { folderOf, PRODUCT_ENGINES, type ProductEngine } from '../core/config/engines.ts';
import type { ServerOptions } from '../core/processes/lifetime.ts';
import { untilThere } from '../core/processes/until-there.ts';
import type { Database } from '../core/store/database.ts';
import { isEmpty } from '../core/store/exchange-mark.ts';
import { openPostgres } from '../core/store/postgres/database.ts';
import { knownIn } from '../core/store/postgres/timelines.ts';
import { proveMarks } from '../engines/marks.ts';

/** Refuses databases that are not of the engines that the settings say, before anything leads. Throws StartRefusedError. */
export async function proveEngines(options: ServerOptions, home: Database): Promise<void> {
  const { engines, dataDir } = options.config;
  if (engines === undefined) return proveMarks(home);
  const opened: Partial<Record<ProductEngine, Database>> = {};
  const made: Database[] = [];
  try {
    for (const name of PRODUCT_ENGINES) {
      const timelines = knownIn(folderOf(dataDir, name));
      const open = () => openPostgres({ url: engines.books[name], role: 'tool', timelines });
      const books = await untilThere(options, open);
      made.push(books);
      // One that nothing was ever written to is of nobody yet.
      if (!(await isEmpty(books))) opened[name] = books;
    }
    await proveMarks(home, opened);
  } finally {
    for (const books of made) await books.close();
  }
}
