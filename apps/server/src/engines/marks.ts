/** Which engine a database is of, since a division; nothing says so before one, nor where there always were several. */

import {
  DATABASE_SETTINGS,
  ENGINE_NAMES,
  type EngineName,
  PRODUCT_ENGINES,
} from '../core/config/engines.ts';
import { type Queryable, StartRefusedError } from '../core/store/database.ts';
import { hasAccounts, readEngineMark } from './queries.ts';
import { SHARES } from './shares.ts';

/** Of these the home of several engines has none. */
const PRODUCT_ACCOUNTS = PRODUCT_ENGINES.flatMap((name) => SHARES[name].accounts);

/**
 * Refuses a start on databases that are not as the settings say: one engine for everything on the home of four, four on one that was
 * not divided as the others were, or two that were changed for one another. Throws StartRefusedError.
 */
export async function proveMarks(
  home: Queryable,
  books?: Readonly<Partial<Record<EngineName, Queryable>>>,
): Promise<void> {
  const own = await readEngineMark(home);
  const isDivided = books !== undefined;
  if (!isDivided && own !== undefined)
    throw new StartRefusedError(
      `DATABASE_URL: it is the ${own.engine} engine's, of an exchange that was divided (docs/operating/divide.md): set ENGINES=4 and the databases of the others`,
    );
  if (isDivided && own !== undefined && own.engine !== 'spot')
    throw new StartRefusedError(`DATABASE_URL: it is the ${own.engine} engine's`);
  if (isDivided && own === undefined && (await hasAccounts(home, PRODUCT_ACCOUNTS)))
    throw new StartRefusedError(
      'DATABASE_URL: its exchange is one engine with everything: npm run divide makes four of it (docs/operating/divide.md)',
    );
  for (const name of ENGINE_NAMES) {
    const database = books?.[name];
    if (database === undefined || name === 'spot') continue;
    const mark = await readEngineMark(database);
    if (mark?.divisionId === own?.divisionId && (mark === undefined || mark.engine === name))
      continue;
    const what =
      mark === undefined
        ? 'no part of the exchange that was divided'
        : `the ${mark.engine} engine's of another division, or of one that never came to its end`;
    throw new StartRefusedError(
      `${DATABASE_SETTINGS[name]}: it is ${what} (docs/operating/divide.md)`,
    );
  }
}
