/** A command that is called otherwise than it is meant says how, and does nothing. */
import process from 'node:process';
import { EXIT_REFUSED } from '../processes/exit-codes.ts';

/** What `read` (node:util's parseArgs) gives; `--help` and words that it refuses print the usage and end the process. */
export function orUsage<Words>(usage: string, read: () => Words): Words {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    const code = error instanceof TypeError && 'code' in error ? String(error.code) : '';
    if (!(error instanceof TypeError && code.startsWith('ERR_PARSE_ARGS'))) throw error;
    process.stderr.write(`${error.message}\n${usage}\n`);
    process.exit(EXIT_REFUSED);
  }
}
