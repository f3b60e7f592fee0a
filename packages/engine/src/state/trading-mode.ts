/** The whole exchange in cancel-only mode: nothing opens, everything that is open ends as ever. */
import type { Command, SetTradingMode, Stamp } from '../command.ts';
import { OPENINGS } from '../products.ts';
import type { Result } from '../result.ts';
import type { TradingRow } from '../terms.ts';
import { DONE, reject } from './results.ts';
import type { EngineState } from './state.ts';

const REASON_MAX = 500;

/**
 * Whether a command is refused before anything of it is looked at. Where nobody knows what is right of the books, money does not
 * go on to another engine either: what it says is credited there could leave.
 */
export function isStopped(state: EngineState, command: Command): boolean {
  if (!state.isCancelOnly) return false;
  if (OPENINGS.has(command.kind)) return true;
  const leaves = command.kind === 'transfer' && !state.keeps(command.target);
  return leaves && state.trading?.cause !== 'operator';
}

/** A drift and a loss at once are one stop, for the drift, whose end takes more: its reason has both. */
export const bothReasons = (one: string, other: string): string =>
  `${one}; ${other}`.slice(0, REASON_MAX);

/**
 * Stops or resumes. A stop for drift holds until it is resumed as such; so does one for a loss, but that a drift found
 * meanwhile takes its place, and its reason stays. A stop that holds is not begun anew.
 */
export function setTradingMode(
  state: EngineState,
  { mode, cause, reason, endsSinceMs }: SetTradingMode,
  { timeMs }: Stamp,
): Result {
  const isReason = reason.length > 0 && reason.length <= REASON_MAX;
  if (!isReason) return reject('terms_invalid');
  if (mode === 'open') {
    const isMeant = state.isCancelOnly && state.trading?.sinceMs === endsSinceMs;
    if (!isMeant) return reject('terms_invalid');
  } else if (state.isCancelOnly && (cause !== 'drift' || state.trading?.cause === 'drift')) {
    return DONE;
  }

  // From here on the command must succeed.
  const lost = mode === 'open' ? undefined : lossReason(state);
  const why = lost === undefined ? reason : bothReasons(reason, lost);
  const row: TradingRow = { mode, cause, reason: why, sinceMs: timeMs };
  state.trading = row;
  state.log.rows.trading = row;
  return DONE;
}

/** Why it is stopped for a loss; undefined while it is not. */
export const lossReason = ({ trading, isCancelOnly }: EngineState): string | undefined =>
  isCancelOnly && trading?.cause === 'loss' ? trading.reason : undefined;
