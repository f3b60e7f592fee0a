/** Rebates of all products, command by command, on the engine and on an oracle: R1, B13. */
import type { ReferralLevel } from '@fairlead/engine';
import { ratePpm } from '@fairlead/units';
import { answers, changed, describeModel } from '../../../test/kit/model.ts';
import type { Plant } from '../../../test/kit/story.ts';
import { ReferralStory } from './story.ts';

/** A change of all levels that are configured. */
const levelled = (change: (levels: readonly ReferralLevel[]) => readonly ReferralLevel[]): Plant =>
  changed('configure_referral', ({ terms }) => ({ terms: { levels: change(terms.levels) } }));

const bugs: readonly (readonly [string, Plant])[] = [
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

describeModel('inviters get what the oracle says, through restarts with rebates pending', {
  story: (seed, plant) => new ReferralStory(seed, plant),
  seeds: [1, 2, 3, 4],
  commands: 1_500,
  comparedEach: 10,
  wantedOfAll: {
    claim: 'every product and every refusal was among them',
    names: [
      ...['trade', 'futures_open', 'futures_close', 'option_delivery', 'rebate_payout'],
      ...['rebate', 'rebate capped', 'rebate of nothing'],
      ...answers('open_account', 'ok', 'account_not_found', 'terms_invalid'),
      ...answers('set_partner', 'ok', 'account_not_found', 'terms_invalid'),
      ...answers('configure_referral', 'ok', 'terms_invalid'),
      ...answers('run_schedules', 'ok', 'quantity_out_of_range'),
      ...answers('post_entry', 'terms_invalid'),
    ],
  },
  short: { commands: 200, runs: 30, seed: 20_261_122 },
  bugs: { rows: bugs, seeds: [1], commands: 1_500, comparedEach: 20 },
});
