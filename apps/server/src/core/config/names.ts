/**
 * Names in the environment that are almost ours: a setting that its writer believes in and nobody reads. A machine's
 * environment is full of names that are its own business, so a name is judged by how near it is to one of ours.
 */
import { SETTINGS, type SettingName } from './settings.ts';
import { ConfigError, type Environment, text } from './values.ts';

const NAMES = Object.keys(SETTINGS) as SettingName[];
/** Those that may come from a file. */
export const SECRETS = NAMES.filter((name) => SETTINGS[name].isSecret);
const KNOWN: ReadonlySet<string> = new Set([...NAMES, ...SECRETS.map((name) => `${name}_FILE`)]);
/** Of the signer (docs/operating/signer.md), whose settings may stand in the same file. */
const SIGNERS: ReadonlySet<string> = new Set([
  'EXCHANGE_URL',
  'SIGNER_KEY_FILE',
  'SIGNER_PASSWORD',
  'SIGNER_JOURNAL',
  'SIGNER_POLICY',
  'SIGNER_EVERY_SECONDS',
]);
/** Words that begin several of ours, and little of anybody else's. */
const OURS = /^(?:FEED|OPERATOR|DISK|HEADS|VAPID|XPUB|RPC|CONFIRMATIONS|OPTIONS|TWO_APPROVALS)_/;

/** A short name differs by a letter from much that is not ours, HOST from HOME; a long one by two from nothing else. */
const ONE_MISTAKE_FROM = 8;
const TWO_MISTAKES_FROM = 12;

const mistakesIn = (known: string): number =>
  known.length >= TWO_MISTAKES_FROM ? 2 : known.length >= ONE_MISTAKE_FROM ? 1 : 0;

interface Nearest {
  readonly known: string;
  readonly distance: number;
}

/** Throws ConfigError for a name that is almost one of ours, where ours is not given. */
export function refuseMistyped(environment: Environment): void {
  for (const name of unknownIn(environment)) {
    const { known, distance } = nearestTo(name);
    if (distance <= mistakesIn(known) && text(environment, known) === undefined)
      throw new ConfigError(name, `is no setting; did you mean ${known}?`);
  }
}

/**
 * A line for each name that nobody reads and that looks as if it should be: near one of ours that is given as well, or
 * with a beginning of ours, or in the `.env` file, where somebody wrote it for us.
 */
export function ignoredNames(environment: Environment, written: Environment = {}): string[] {
  return unknownIn(environment)
    .map((name) => ({ name, nearest: nearestTo(name) }))
    .filter(
      ({ name, nearest }) =>
        nearest.distance <= mistakesIn(nearest.known) ||
        OURS.test(name) ||
        text(written, name) !== undefined,
    )
    .map(({ name, nearest }) => `${name}: is no setting; the nearest is ${nearest.known}`);
}

const unknownIn = (environment: Environment): string[] =>
  Object.keys(environment).filter(
    (name) => !KNOWN.has(name) && !SIGNERS.has(name) && text(environment, name) !== undefined,
  );

function nearestTo(name: string): Nearest {
  const all = [...KNOWN].map((known) => ({ known, distance: distanceBetween(name, known) }));
  return all.reduce((best, each) => (each.distance < best.distance ? each : best));
}

/**
 * Letters too many, too few or other, and neighbours that changed places (Damerau and Levenshtein's distance of optimal
 * alignments).
 */
function distanceBetween(left: string, right: string): number {
  const width = right.length + 1;
  const rows: number[][] = [Array.from({ length: width }, (_, at) => at)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= left.length; row += 1) {
    const made = [row];
    rows.push(made);
    for (let column = 1; column < width; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      made[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(left.length, right.length);
}
