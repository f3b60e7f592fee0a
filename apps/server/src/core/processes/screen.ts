/** What a start says when it is over: lines for logs and for whoever reads them by machine, or one screen for a person. */
import type { Config } from '../config/config.ts';
import type { RunningServer } from './lifetime.ts';

type Ended = Pick<RunningServer, 'durability' | 'ownerPassword' | 'stopped'>;
type Shown = Pick<Config, 'publicUrl' | 'isDemo' | 'isSandbox' | 'feed' | 'role' | 'operator'>;

const SECOND_FACTOR =
  'Operators log in with a second factor, which the first login to the console sets up.';

function modeOf({ isDemo, isSandbox, feed }: Shown): string {
  if (!isDemo) return 'real';
  return `${isSandbox ? 'sandbox' : 'demo'}, ${feed.kind} prices, test funds only`;
}

const isPredictable = ({ feed }: Shown): boolean =>
  feed.kind === 'simulated' && feed.seed !== undefined;
const PREDICTABLE =
  'FEED_SEED is set: every price to come can be computed by anybody. For tests only.';

/** A line each; a password is in the last one. */
export function readyLines(config: Shown, { durability, ownerPassword, stopped }: Ended): string[] {
  const { publicUrl, role, operator } = config;
  const part = role === 'all' ? '' : `, ${role}`;
  const lines = [
    `Fairlead is ready at ${publicUrl} (${modeOf(config)}${part}).`,
    `Operators' console: ${publicUrl}/console/`,
    `Storage: ${durability}.`,
  ];
  if (stopped !== undefined) lines.push(stopped);
  if (isPredictable(config)) lines.push(PREDICTABLE);
  if (ownerPassword === undefined) return lines;
  if (!config.isDemo) lines.push(SECOND_FACTOR);
  lines.push(
    operator.password === undefined
      ? `First operator: ${operator.name} with the password ${ownerPassword} (shown only now).`
      : `First operator: ${operator.name} with the password from OPERATOR_PASSWORD.`,
  );
  return lines;
}

const NAME_WIDTH = 10;

/** For a terminal. A password comes last, and nowhere else. */
export function readyScreen(
  config: Shown,
  { durability, ownerPassword, stopped }: Ended,
  logFile: string,
): string[] {
  const { publicUrl, role, operator } = config;
  const row = (name: string, text: string): string => `  ${name.padEnd(NAME_WIDTH)}${text}`;
  const lines = [
    '',
    'Fairlead is ready.',
    '',
    row('App', publicUrl),
    row('Console', `${publicUrl}/console/`),
    row('Mode', role === 'all' ? modeOf(config) : `${modeOf(config)}; ${role}`),
    row('Storage', durability),
    row('Log', logFile),
    row('Stop', 'Ctrl+C'),
    ...(stopped === undefined ? [] : ['', stopped]),
    ...(isPredictable(config) ? ['', PREDICTABLE] : []),
  ];
  if (ownerPassword !== undefined) {
    lines.push('', row('Operator', operator.name));
    if (!config.isDemo) lines.push(row('', SECOND_FACTOR));
    lines.push(
      operator.password === undefined
        ? row('Password', `${ownerPassword}   (shown only now)`)
        : row('Password', 'the one of OPERATOR_PASSWORD'),
    );
  }
  return [...lines, ''];
}
