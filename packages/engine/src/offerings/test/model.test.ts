/** Subscription, command by command, on the engine and on an oracle: N1, N2. */
import type { Offering } from '@fairlead/engine';
import { amountMinor, priceE8 } from '@fairlead/units';
import { answers, changed, describeModel } from '../../../test/kit/model.ts';
import type { Plant } from '../../../test/kit/story.ts';
import { OfferingStory } from './story.ts';

/** A change of all offerings that are configured. */
const offered = (change: (offering: Offering) => Partial<Offering>): Plant =>
  changed('configure_offering', ({ offering }) => ({
    offering: { ...offering, ...change(offering) },
  }));

const bugs: readonly (readonly [string, Plant])[] = [
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

describeModel(
  'offerings do what the oracle does, through restarts with subscriptions under review and locked',
  {
    story: (seed, plant) => new OfferingStory(seed, plant),
    seeds: [1, 2, 3, 4],
    commands: 3_000,
    comparedEach: 10,
    wantedOfAll: {
      claim: 'every end and every refusal was among them',
      names: [
        ...['passed', 'rejected', 'released'],
        ...answers('run_schedules', 'ok'),
        ...answers('set_market_state', 'ok', 'not_launched'),
        ...answers('configure_market', 'not_launched'),
        ...answers('subscribe', 'ok', 'account_not_found', 'offering_not_found'),
        ...answers('subscribe', 'account_frozen', 'not_subscribing', 'amount_not_positive'),
        ...answers('subscribe', 'below_minimum', 'per_user_limit', 'sold_out'),
        ...answers('subscribe', 'insufficient_balance', 'house_limit'),
        ...answers('decide_subscription', 'ok', 'subscription_not_found', 'account_frozen'),
        ...answers('decide_subscription', 'already_decided', 'terms_invalid'),
        ...answers('configure_offering', 'ok', 'terms_invalid', 'currency_not_found'),
        ...answers('transfer', 'insufficient_balance'),
        ...answers('post_entry', 'insufficient_balance'),
      ],
    },
    short: { commands: 200, runs: 40, seed: 20_261_122 },
    bugs: { rows: bugs, seeds: [1], commands: 3_000, comparedEach: 20 },
  },
);
