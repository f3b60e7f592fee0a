/** Archives of history out of files: each by itself. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { verifyArchive } from '../src/index.ts';
import { CommandError } from './command-error.ts';

/** What an archive is called. */
export const isArchive = (file: string): boolean => file.endsWith('.ndjson.gz');

/** Gives the exit code. */
export async function verifyArchives(
  files: readonly string[],
  say: (line: string) => void,
): Promise<0 | 1> {
  let wrong = 0;
  for (const file of files) {
    const hash = createHash('sha256');
    const bytes = createReadStream(file);
    const gunzip = createGunzip();
    const failed = new Promise<never>((_resolve, reject) => {
      for (const stream of [bytes, gunzip])
        stream.on('error', (error: Error) => reject(new CommandError(`${file}: ${error.message}`)));
    });
    const lines = createInterface({ input: bytes.pipe(gunzip) });
    const read = verifyArchive(lines, {
      add: (text) => void hash.update(text),
      hex: () => hash.copy().digest('hex'),
    });
    const { begin, counts, digest, faults } = await Promise.race([read, failed]);
    // A forged text must not reach the terminal's controls.
    for (const fault of faults) say(`WRONG ${file}: ${fault}`.replace(/\p{Cc}/gu, '?'));
    wrong += faults.length;
    const before =
      begin === undefined ? '' : ` before ${new Date(begin.before).toISOString().slice(0, 7)}`;
    const { entry, trade, order, transfer } = counts;
    say(
      `${file}:${before} ${entry} entries, ${trade} trades, ${order} orders, ${transfer} transfers`,
    );
    if (digest !== undefined) say(`sealed as ${digest}: the console's ledger must name the same`);
  }
  say(wrong > 0 ? `${wrong} wrong` : 'all right');
  return wrong > 0 ? 1 : 0;
}
