/**
 * A process with the embedded database, told what to do by its arguments: a folder and what to do there.
 * It says what happened in one JSON line on stdout.
 */
import fs from 'node:fs';
import { StartRefusedError } from '../database.ts';
import { openPglite } from '../embedded/database.ts';

const [folder = '', task = ''] = process.argv.slice(2);
const say = (line: object): void => {
  fs.writeSync(1, `${JSON.stringify(line)}\n`);
};

try {
  const database = await openPglite({ folder, isSyncHooked: task !== 'without-sync' });
  await database.query('CREATE TABLE IF NOT EXISTS kept (place integer)');
  if (task === 'write') {
    // Each line is written after its commit, until the process is killed.
    for (let place = 1; ; place += 1) {
      await database.query('INSERT INTO kept VALUES ($1)', [place]);
      say({ committed: place });
    }
  }
  if (task === 'read') {
    const [row] = await database.query<{ last: number | null; count: number }>(
      'SELECT max(place) AS last, count(*)::integer AS count FROM kept',
    );
    say({ last: row?.last ?? 0, count: row?.count });
    await database.close();
  }
  if (task === 'hold') {
    say({ isOpen: true });
    setInterval(() => undefined, 60_000);
  }
} catch (error) {
  if (!(error instanceof StartRefusedError)) throw error;
  say({ refused: error.message });
  process.exitCode = 1;
}
