/**
 * `npm run doctor`: looks at everything that the exchange stands on, says how it is and what to do. `--mail-to ADDRESS` gets the
 * test mail, `--sms-to NUMBER` a test SMS, `--patroni URL` says where Patroni answers. Ends with 1 where something is bad, 0 otherwise.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readEnvironment, readIgnored } from './core/config/environment.ts';
import { orUsage } from './core/config/usage.ts';
import { ConfigError } from './core/config/values.ts';
import { EXIT_REFUSED } from './core/processes/exit-codes.ts';
import { examine } from './doctor/examine.ts';
import { bad, type Finding, type State } from './doctor/finding.ts';

const MARKS: Readonly<Record<State, string>> = { good: '✓', note: '!', bad: '✗', left: '·' };
const ABOUT_WIDTH = 10;

function linesOf({ about, state, said, todo }: Finding): string[] {
  const line = `${MARKS[state]} ${about.padEnd(ABOUT_WIDTH)} ${said}`;
  return todo === undefined ? [line] : [line, `  ${''.padEnd(ABOUT_WIDTH)} → ${todo}`];
}

const USAGE = 'npm run doctor -- [--mail-to ADDRESS] [--sms-to NUMBER] [--patroni URL]';
const OPTIONS = {
  'mail-to': { type: 'string' },
  'sms-to': { type: 'string' },
  patroni: { type: 'string' },
} as const;

async function find(): Promise<Finding[]> {
  const { values } = orUsage(USAGE, () => parseArgs({ options: OPTIONS }));
  const { 'mail-to': mailTo, 'sms-to': smsTo, patroni: patroniUrl } = values;
  try {
    return await examine({
      environment: readEnvironment(),
      ignored: readIgnored(),
      nodeArguments: process.execArgv,
      ...(mailTo !== undefined && { mailTo }),
      ...(smsTo !== undefined && { smsTo }),
      ...(patroniUrl !== undefined && { patroniUrl }),
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [bad('settings', error.message, 'docs/operating/configure.md')];
  }
}

const found = await find();
const count = (state: State): number => found.filter((each) => each.state === state).length;
const lines = found.flatMap(linesOf);
const sum = `${count('good')} good, ${count('note')} to be better, ${count('bad')} bad.`;
process.stdout.write(`${[...lines, sum].join('\n')}\n`);
process.exitCode = count('bad') > 0 ? EXIT_REFUSED : 0;
