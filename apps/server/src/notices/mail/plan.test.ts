/** What is mailed now and what waits, by a table, and by a property over a night of events. */
import { MAIL_HOURS_DEFAULT, type MailKind, type MailTiming } from '@fairlead/contract';
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isQuiet } from './hours.ts';
import { type MailState, planMails, type WaitingItem } from './plan.ts';

const NOON = Date.UTC(2027, 0, 15, 12);
const spacingMs = 10 * MINUTE_MS;
const item = (itemId: number, kind: MailKind, happenedAtMs = NOON): WaitingItem => ({
  itemId,
  kind,
  happenedAtMs,
});
const state = (
  timings: Partial<Record<MailKind, MailTiming>>,
  more: Partial<MailState> = {},
): MailState => ({
  hours: { ...MAIL_HOURS_DEFAULT, is_quiet: true },
  timings: new Map(Object.entries(timings) as [MailKind, MailTiming][]),
  mailedAtMs: undefined,
  ...more,
});
const NONE = { atOnce: [], digest: [], dropped: [], later: [] };

test.each<[string, WaitingItem[], MailState, number, object]>([
  ['at once', [item(1, 'fills')], state({ fills: 'at_once' }), NOON, { atOnce: [1] }],
  [
    'what happens soon after a mail waits, and goes as one',
    [item(1, 'fills'), item(2, 'results')],
    state({ fills: 'at_once', results: 'at_once' }, { mailedAtMs: NOON - MINUTE_MS }),
    NOON,
    { later: [1, 2].map((itemId) => ({ itemId, dueMs: NOON + 9 * MINUTE_MS })) },
  ],
  [
    'after the spacing all of it is due',
    [item(1, 'fills'), item(2, 'results')],
    state({ fills: 'at_once', results: 'at_once' }, { mailedAtMs: NOON - spacingMs }),
    NOON,
    { atOnce: [1, 2] },
  ],
  [
    'in quiet hours it waits for their end',
    [item(1, 'fills', NOON + 11 * HOUR_MS)],
    state({ fills: 'at_once' }),
    NOON + 11 * HOUR_MS,
    { later: [{ itemId: 1, dueMs: NOON + 19 * HOUR_MS }] },
  ],
  [
    'a digest waits for its hour',
    [item(1, 'fills')],
    state({ fills: 'digest' }),
    NOON,
    { later: [{ itemId: 1, dueMs: NOON + 20 * HOUR_MS }] },
  ],
  [
    'and has what happened before it, not after',
    [item(1, 'fills'), item(2, 'fills', NOON + 21 * HOUR_MS)],
    state({ fills: 'digest' }),
    NOON + 21 * HOUR_MS,
    { digest: [1], later: [{ itemId: 2, dueMs: NOON + 44 * HOUR_MS }] },
  ],
  [
    'of each kind as it is wished; what is wished no more is dropped',
    [item(1, 'fills'), item(2, 'movements'), item(3, 'recurring')],
    state({ fills: 'off', movements: 'at_once' }),
    NOON,
    { atOnce: [2], dropped: [1, 3] },
  ],
])('%s', (_name, items, of, nowMs, expected) => {
  expect(planMails(items, of, { nowMs, spacingMs })).toEqual({ ...NONE, ...expected });
});

test('over days nothing is lost or mailed twice, never in quiet hours, at most six times an hour', () => {
  const anyEvents = fc.array(fc.integer({ min: 0, max: 2 * 24 * 60 }), { maxLength: 60 });
  fc.assert(
    fc.property(anyEvents, fc.boolean(), (minutes, isDigest) => {
      const timings = new Map<MailKind, MailTiming>([['fills', isDigest ? 'digest' : 'at_once']]);
      const { hours } = state({});
      let waiting = minutes
        .toSorted((a, b) => a - b)
        .map((each, index) => item(index, 'fills', NOON + each * MINUTE_MS));
      const all = waiting.map(({ itemId }) => itemId);
      const mailed: number[] = [];
      const times: number[] = [];
      for (let nowMs = NOON; nowMs <= NOON + 4 * 24 * HOUR_MS; nowMs += MINUTE_MS) {
        const there = waiting.filter((each) => each.happenedAtMs <= nowMs);
        if (there.length === 0) continue;
        const plan = planMails(
          there,
          { hours, timings, mailedAtMs: isDigest ? undefined : times.at(-1) },
          { nowMs, spacingMs },
        );
        const sent = isDigest ? plan.digest : plan.atOnce;
        for (const { dueMs } of plan.later) expect(dueMs).toBeGreaterThan(nowMs);
        if (sent.length === 0) continue;
        if (!isDigest) expect(isQuiet(hours, nowMs)).toBe(false);
        mailed.push(...sent);
        times.push(nowMs);
        waiting = waiting.filter(({ itemId }) => !sent.includes(itemId));
      }
      expect(mailed).toEqual(all);
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      for (const gap of gaps)
        expect(gap).toBeGreaterThanOrEqual(isDigest ? 24 * HOUR_MS : spacingMs);
    }),
    { seed: 118, numRuns: 12 },
  );
});
