/** Rebates of all products, command by command, on the engine and on an oracle: R1, B13. */
import type { Command } from '@fairlead/engine';
import { ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReferralStory } from './referral-story.ts';

/** What four seeds together must have come across. */
const WANTED = [
  ...['trade', 'futures_open', 'futures_close', 'option_delivery', 'rebate_payout'],
  ...['rebate', 'rebate capped', 'rebate of nothing'],
  ...['ok', 'account_not_found', 'terms_invalid'].map((code) => `open_account ${code}`),
  ...['ok', 'account_not_found', 'terms_invalid'].map((code) => `set_partner ${code}`),
  ...['ok', 'terms_invalid'].map((code) => `configure_referral ${code}`),
  ...['ok', 'quantity_out_of_range'].map((code) => `run_schedules ${code}`),
  'post_entry terms_invalid',
];

describe('inviters get what the oracle says, through restarts with rebates pending', () => {
  const reached = new Set<string>();
  test.each([1, 2, 3, 4])('seed %i, 1,500 commands', (seed) => {
    const story = new ReferralStory(seed);
    for (let at = 0; at < 1_500; at += 1) {
      story.step();
      if (at % 10 === 0) story.compare();
    }
    story.restart();
    story.compare();
    story.compareRows();
    for (const name of story.outcomes.keys()) reached.add(name);
  });

  test('every product and every refusal was among them', () => {
    expect(WANTED.filter((name) => !reached.has(name))).toEqual([]);
  });

  test('any seed, 200 commands', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const story = new ReferralStory(seed);
        for (let at = 0; at < 200; at += 1) story.step();
        story.restart();
        story.compare();
        story.compareRows();
      }),
      { seed: 20_261_122, numRuns: 30 },
    );
  });
});

type Levels = Extract<Command, { kind: 'configure_referral' }>['terms']['levels'];

/** A change of all levels that are configured. */
function levelled(change: (levels: Levels) => Levels): (command: Command) => Command {
  return (command) =>
    command.kind === 'configure_referral'
      ? { ...command, terms: { levels: change(command.terms.levels) } }
      : command;
}

const bugs: readonly (readonly [string, (command: Command) => Command])[] = [
  [
    'a ratio that is a thousandth off',
    levelled((levels) =>
      levels.map(({ needs, ratioPpm }) => ({
        needs,
        ratioPpm: ratePpm((ratioPpm * 999n) / 1_000n),
      })),
    ),
  ],
  [
    'a level that is reached one invitee early',
    levelled((levels) =>
      levels.map((level) => ({ ...level, needs: level.needs > 1 ? level.needs - 1 : level.needs })),
    ),
  ],
  ['no levels but the first', levelled((levels) => levels.slice(0, 1))],
  [
    'partners like everybody',
    (command) =>
      command.kind === 'set_partner' ? { kind: 'set_partner', owner: command.owner } : command,
  ],
  [
    'nobody invited by anybody',
    (command) =>
      command.kind === 'open_account' ? { kind: 'open_account', owner: command.owner } : command,
  ],
  [
    'one more paid at once',
    (command) =>
      command.kind === 'run_schedules' && command.max > 0
        ? { ...command, max: command.max + 1 }
        : command,
  ],
];

describe('a planted bug is found', () => {
  test.each(bugs)('%s', (_, plant) => {
    expect(() => {
      const story = new ReferralStory(1, plant);
      for (let at = 0; at < 1_500; at += 1) {
        story.step();
        if (at % 20 === 0) story.compare();
      }
      story.compareRows();
    }).toThrow();
  });
});
