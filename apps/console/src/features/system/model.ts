import type { Loss, ResponseOf } from '@fairlead/contract';
import { formatDate } from '@fairlead/ui';
import { systemTexts as t } from './texts.ts';

export type SystemState = ResponseOf<'system'>;
export type Watcher = SystemState['watchers'][number];

/** More than this waiting to be sent is a stoppage, not a peak. */
const OUTBOX_LATE = 20;

/** A commit that takes longer waits for more than a disk. */
const COMMIT_LATE_MS = 10_000;

const grouped = (value: number): string => value.toLocaleString('en');

/** Which commands a declared loss left out, as far as any is known to have been answered. */
export function lossCommands({ sequence_from: first, sequence_seen: seen, product }: Loss): string {
  const { unseen, commands } = t.losses;
  const said =
    seen < first ? unseen(grouped(first)) : commands(grouped(first), grouped(seen), seen === first);
  return product === undefined
    ? said
    : t.trading.productStands(t.trading.productNames[product], said);
}

/** Between when they ran, and when it was declared. */
export const lossTimes = (loss: Loss): string =>
  t.losses.times({
    from: formatDate(loss.time_from, 'full', 'en'),
    to: formatDate(loss.time_to, 'full', 'en'),
    declared: formatDate(loss.time, 'full', 'en'),
  });

/** What needs a look, the worst first; empty when all is well. */
export function troublesOf(state: SystemState): readonly string[] {
  const { is_sound, sequencer, feed, watchers, outbox_unsent, demo, legal_placeholders } = state;
  const troubles: string[] = [];
  if (!is_sound) troubles.push(t.troubles.books);
  const { mode, cause, since } = state.trading;
  const [loss] = state.losses ?? [];
  if (mode === 'cancel_only' && cause === 'loss' && loss !== undefined)
    troubles.push(t.troubles.lost(lossCommands(loss)));
  if ((sequencer.commit_wait_ms ?? 0) > COMMIT_LATE_MS) troubles.push(t.troubles.unreplicated);
  if (mode === 'cancel_only') troubles.push(t.troubles.stopped(formatDate(since, 'full', 'en')));
  for (const { product, mode: taken, is_sound: adds, since: from } of state.products ?? []) {
    const name = t.trading.productNames[product];
    if (!adds) troubles.push(t.troubles.productBooks(name));
    else if (taken === 'cancel_only' && mode === 'open')
      troubles.push(t.troubles.productStopped(name, formatDate(from, 'full', 'en')));
  }
  if (sequencer.state !== 'running') troubles.push(t.troubles.sequencer(sequencer.state));
  const stale = feed.markets.filter(({ is_stale, state: market }) => is_stale && market === 'open');
  if (stale.length > 0)
    troubles.push(t.troubles.stale(stale.map(({ symbol }) => symbol).join(', ')));
  const paused = watchers.filter((watcher) => watcher.paused !== undefined);
  if (paused.length > 0)
    troubles.push(t.troubles.paused(paused.map(({ chain }) => chain).join(', ')));
  const stuck = watchers.reduce((sum, watcher) => sum + watcher.stuck_deposits, 0);
  if (stuck > 0) troubles.push(t.troubles.stuck(stuck));
  if (outbox_unsent > OUTBOX_LATE) troubles.push(t.troubles.outbox(outbox_unsent));
  // A demo has no users who agree to anything.
  if (!demo && legal_placeholders > 0) troubles.push(t.troubles.legal(legal_placeholders));
  return troubles;
}

/** Milliseconds with as many places as they deserve: 0.42, 18.8, 213. */
export function milliseconds(value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  const places = value < 1 ? 2 : value < 100 ? 1 : 0;
  return t.ms(value.toFixed(places));
}

/** Whole seconds since a moment; never below nought. */
export const secondsSince = (now: number, then: number): number =>
  Math.max(0, Math.floor((now - then) / 1_000));
