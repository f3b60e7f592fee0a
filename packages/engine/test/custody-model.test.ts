/** Deposits and withdrawals, command by command: D1, D10, D17, L2, V8, W1, W3, W9, W11, W14. */
import type { Command, LoneRule } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CustodyStory } from './custody-story.ts';

describe('deposits and withdrawals do what the oracle does', () => {
  test.each([1, 2, 3, 4])('seed %i, 1,500 commands', (seed) => {
    const story = new CustodyStory(seed);
    for (let at = 0; at < 1_500; at += 1) {
      story.step();
      if (at % 10 === 0) story.compare();
    }
    story.restart();
    story.compare();
    story.compareRows();
    const isReached = (name: string) =>
      expect([name, story.outcomes.has(name)]).toEqual([name, true]);
    for (const kind of ['request_withdrawal', 'decide_withdrawal', 'mark_withdrawal']) {
      isReached(`${kind} ok`);
    }
    for (const kind of ['open_deposit', 'credit_deposit', 'decide_deposit', 'drop_deposit']) {
      isReached(`${kind} ok`);
    }
    isReached('request_withdrawal daily_limit');
    isReached('request_withdrawal insufficient_balance');
    isReached('decide_withdrawal same_operator');
    isReached('decide_deposit same_operator');
    isReached('mark_withdrawal not_sendable');
    isReached('open_deposit duplicate_reference');
    isReached('reverse_deposit ok');
  });

  test('any seed, 150 commands', () => {
    let heldBack = 0;
    let notCounted = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const story = new CustodyStory(seed);
        for (let at = 0; at < 150; at += 1) story.step();
        story.restart();
        story.compare();
        story.compareRows();
        for (const kind of ['decide_deposit', 'decide_withdrawal'])
          notCounted += story.outcomes.get(`${kind} operator_not_counted`) ?? 0;
        heldBack += story.outcomes.get('mark_withdrawal account_frozen') ?? 0;
      }),
      { seed: 20_261_121, numRuns: 60 },
    );
    // D10: a freeze that meets a payment is rare enough to be looked for in all of them.
    expect(heldBack).toBeGreaterThan(0);
    expect(notCounted).toBeGreaterThan(0);
  });
});

/** A change of all commands of one kind. */
function changed<Kind extends Command['kind']>(
  kind: Kind,
  change: (command: Extract<Command, { kind: Kind }>) => Partial<Extract<Command, { kind: Kind }>>,
): (command: Command) => Command {
  return (command) =>
    command.kind === kind
      ? { ...command, ...change(command as Extract<Command, { kind: Kind }>) }
      : command;
}

const ALL = amountMinor(10n ** 15n);
const without =
  (sum: 'operatorDayFrom' | 'ownerWeekFrom') =>
  ({ lone }: { readonly lone?: LoneRule }) =>
    lone ? { lone: { ...lone, [sum]: ALL } } : {};

const bugs: readonly (readonly [string, (command: Command) => Command])[] = [
  ['no fee', changed('request_withdrawal', () => ({ fee: amountMinor(0n) }))],
  ['one request a day more', changed('request_withdrawal', () => ({ dailyCountMax: 5 }))],
  [
    'a day worth more by 1',
    changed('request_withdrawal', ({ dailyValueMax }) => ({
      dailyValueMax: amountMinor(dailyValueMax + 1n),
    })),
  ],
  ['one operator for two', changed('request_withdrawal', () => ({ approvalsNeeded: 1 }))],
  ['one operator for all', changed('decide_deposit', () => ({ approvalsNeeded: 1 }))],
  ['approvals that need not agree', changed('decide_withdrawal', () => ({ intentHash: 'same' }))],
  ['sent twice under two names', changed('mark_withdrawal', () => ({ txId: 'tx' }))],
  ['no sum of an operator’s day', changed('decide_deposit', without('operatorDayFrom'))],
  ['no sum of an owner’s week', changed('decide_deposit', without('ownerWeekFrom'))],
  [
    'no bar on whoever passed the claim',
    changed('decide_deposit', ({ lone }) => (lone ? { lone: { ...lone, holdingMs: 0 } } : {})),
  ],
  ['failed without a proof', changed('mark_withdrawal', () => ({ reason: 'proof' }))],
  ['a claim more', changed('open_deposit', ({ openMax }) => ({ openMax: openMax + 1 }))],
  [
    'a minimum that is not enough',
    changed('credit_deposit', ({ minimum }) => ({ minimum: amountMinor(minimum + 1n) })),
  ],
  ['an output forgotten', changed('drop_deposit', () => ({ reason: 'orphaned' }))],
];

describe('a planted bug is found', () => {
  test.each(bugs)('%s', (_, plant) => {
    expect(() => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const story = new CustodyStory(seed, plant);
        for (let at = 0; at < 1_500; at += 1) {
          story.step();
          story.compare();
        }
        story.commit();
        story.compareRows();
      }
    }).toThrow();
  });
});
