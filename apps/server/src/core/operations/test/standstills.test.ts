/** Which products people are told stand still, and why, from what is known of each engine. */
import type { EngineProduct } from '@fairlead/contract';
import { beforeEach, expect, test } from 'vitest';
import type { SequencerHealth } from '../../sequencer/options.ts';
import { type EngineState, Standstills } from '../standstills.ts';

const HEALTHY: SequencerHealth = {
  ...{ state: 'running', queuedCommands: 0, parkedCommands: 0, batchesInFlight: 0 },
  ...{ lastSequence: 1, epoch: 1, commitWaitMs: 0, isCommitFailing: false },
};
const ROOM = { level: 'room', sinceMs: 0, freeBytes: 1 } as const;
const OPEN = { isCancelOnly: false, isHeldForLoss: false, isHeldForDrift: false, disk: ROOM };

interface Known {
  readonly health?: Partial<SequencerHealth>;
  readonly trading?: Partial<EngineState['trading']>;
  readonly isSound?: boolean;
}

let known: Partial<Record<EngineProduct, Known>>;
let nowMs: number;
let standstills: Standstills;

const stateOf = (product: EngineProduct): EngineState => {
  const { health = {}, trading = {}, isSound = true } = known[product] ?? {};
  return {
    health: () => ({ ...HEALTHY, ...health }),
    trading: { ...OPEN, ...trading },
    reconciler: { isSound },
  };
};

beforeEach(() => {
  [known, nowMs] = [{}, 0];
  standstills = new Standstills({ stateOf, nowMs: () => nowMs });
});

const reasons = () => standstills.now().map(({ product, why }) => `${product} ${why}`);

test('while all go on there is no field', () => {
  expect(standstills.field()).toEqual({});
  expect(standstills.now()).toBe(standstills.now());
});

const stopped = { isCancelOnly: true };
test.each<[string, string, Known]>([
  ['operators stopped it', 'cancel_only', { trading: stopped }],
  [
    'its books do not add up',
    'held_for_drift',
    { isSound: false, trading: { ...stopped, isHeldForDrift: true } },
  ],
  [
    'its books do not add up, and the stop is not written yet',
    'held_for_drift',
    { isSound: false },
  ],
  [
    'its database lost commits, and drifts since',
    'held_for_loss',
    { isSound: false, trading: { ...stopped, isHeldForLoss: true, isHeldForDrift: true } },
  ],
  [
    'its disk is nearly full',
    'disk_short',
    { trading: { ...stopped, disk: { ...ROOM, level: 'openings' } } },
  ],
])('%s: it stands still, the others go on, and cancels are taken', (_what, why, futures) => {
  known = { futures };
  const standstill = [{ product: 'futures', why, takes_cancels: true }];
  expect(standstills.field()).toEqual({ standstill });
  known = {};
  expect(standstills.field()).toEqual({});
});

test.each<[string, Partial<SequencerHealth>]>([
  ['another process runs it and is not heard', { isAway: true }],
  ['it takes its state from the tables again', { state: 'recovering' }],
  ['it was halted', { state: 'halted' }],
  ['its last commit failed', { isCommitFailing: true }],
  ['its database hangs', { commitWaitMs: 3_001 }],
])('%s: it is away once a takeover would be over, and nothing of it is taken', (_what, health) => {
  const trading = { isCancelOnly: true, isHeldForLoss: true };
  known = { options: { health, trading } };
  expect(reasons()).toEqual(['options held_for_loss']);
  nowMs += 1_999;
  expect(reasons()).toEqual(['options held_for_loss']);
  nowMs += 1;
  const standstill = [{ product: 'options', why: 'away', takes_cancels: false }];
  expect(standstills.field()).toEqual({ standstill });
  known = {};
  expect(reasons()).toEqual([]);
  // Another time it is away counts from its own beginning.
  known = { options: { health } };
  expect(reasons()).toEqual([]);
});

test('several stand still, each for its own reason, and the list is another one only when something changed', () => {
  known = { spot: { trading: stopped }, wealth: { isSound: false } };
  const first = standstills.now();
  expect(reasons()).toEqual(['spot cancel_only', 'wealth held_for_drift']);
  expect(standstills.now()).toBe(first);
  known = { spot: { isSound: false }, wealth: { isSound: false } };
  expect(reasons()).toEqual(['spot held_for_drift', 'wealth held_for_drift']);
  expect(standstills.now()).not.toBe(first);
});
