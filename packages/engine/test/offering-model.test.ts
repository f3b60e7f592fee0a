/** Subscription, command by command, on the engine and on an oracle: N1, N2. */
import type { Command } from '@fairlead/engine';
import { amountMinor, priceE8 } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OfferingStory } from './offering-story.ts';

/** What four seeds together must have come across. */
const WANTED = [
  ...['passed', 'rejected', 'released', 'run_schedules ok', 'set_market_state ok'],
  ...['ok', 'account_not_found', 'offering_not_found', 'account_frozen', 'not_subscribing'].map(
    (code) => `subscribe ${code}`,
  ),
  ...['amount_not_positive', 'below_minimum', 'per_user_limit', 'sold_out'].map(
    (code) => `subscribe ${code}`,
  ),
  ...['insufficient_balance', 'house_limit'].map((code) => `subscribe ${code}`),
  ...['ok', 'subscription_not_found', 'account_frozen', 'already_decided', 'terms_invalid'].map(
    (code) => `decide_subscription ${code}`,
  ),
  ...['ok', 'terms_invalid', 'currency_not_found'].map((code) => `configure_offering ${code}`),
  'set_market_state not_launched',
  'configure_market not_launched',
  'transfer insufficient_balance',
  'post_entry insufficient_balance',
];

describe('offerings do what the oracle does, through restarts with subscriptions under review and locked', () => {
  const reached = new Set<string>();
  test.each([1, 2, 3, 4])('seed %i, 3,000 commands', (seed) => {
    const story = new OfferingStory(seed);
    for (let at = 0; at < 3_000; at += 1) {
      story.step();
      if (at % 10 === 0) story.compare();
    }
    story.restart();
    story.compare();
    story.compareRows();
    for (const name of story.outcomes.keys()) reached.add(name);
  });

  test('every end and every refusal was among them', () => {
    expect(WANTED.filter((name) => !reached.has(name))).toEqual([]);
  });

  test('any seed, 200 commands', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const story = new OfferingStory(seed);
        for (let at = 0; at < 200; at += 1) story.step();
        story.restart();
        story.compare();
        story.compareRows();
      }),
      { seed: 20_261_122, numRuns: 40 },
    );
  });
});

type Terms = Extract<Command, { kind: 'configure_offering' }>['offering'];

/** A change of all offerings that are configured. */
function offered(change: (offering: Terms) => Partial<Terms>): (command: Command) => Command {
  return (command) =>
    command.kind === 'configure_offering'
      ? { ...command, offering: { ...command.offering, ...change(command.offering) } }
      : command;
}

const bugs: readonly (readonly [string, (command: Command) => Command])[] = [
  [
    'one unit more sold',
    offered(({ totalMinor }) => ({ totalMinor: amountMinor(totalMinor + 1n) })),
  ],
  [
    'one unit more for each user',
    offered(({ maxMinor }) => ({ maxMinor: amountMinor(maxMinor + 1n) })),
  ],
  [
    'a price that is off by the last decimal',
    offered(({ issuePrice }) => ({ issuePrice: priceE8(issuePrice + 1n) })),
  ],
  ['a lock-up of a day more', offered(({ lockupDays }) => ({ lockupDays: lockupDays + 1 }))],
  ['a closed offering sold', offered(() => ({ isOpen: true }))],
  [
    'a closing that is an hour late',
    offered(({ closesAtMs, launchesAtMs }) => ({
      closesAtMs: Math.min(closesAtMs + 3_600_000, launchesAtMs),
    })),
  ],
  [
    'another one decided',
    (command) =>
      command.kind === 'decide_subscription'
        ? { ...command, subscriptionId: command.subscriptionId - 1 }
        : command,
  ],
  [
    'passed for rejected',
    (command) =>
      command.kind === 'decide_subscription' ? { ...command, decision: 'passed' } : command,
  ],
  [
    'a market that opens although it may not',
    (command) =>
      command.kind === 'set_market_state' && command.state === 'open'
        ? { ...command, state: 'halted' }
        : command,
  ],
];

describe('a planted bug is found', () => {
  test.each(bugs)('%s', (_, plant) => {
    expect(() => {
      const story = new OfferingStory(1, plant);
      for (let at = 0; at < 3_000; at += 1) {
        story.step();
        if (at % 20 === 0) story.compare();
      }
      story.commit();
      story.compareRows();
    }).toThrow();
  });
});
