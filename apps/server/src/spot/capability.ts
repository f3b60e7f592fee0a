/** Orders at a limit, at the market, and those that wait for a price. */
import type { Capability } from '../core/capability.ts';
import type { TellChanges } from '../core/http/events.ts';
import { RECURRING_ROUND_MS } from '../core/http/limits.ts';
import { Chore } from '../core/operations/chore.ts';
import { spotCommands } from './commands.ts';
import { ownSpotExports, spotTableExports } from './exports.ts';
import { listState } from './lists/views.ts';
import type { SpotCommandNeeds, SpotNeeds } from './needs.ts';
import { type OrderNoticesParts, startOrderNotices } from './notices.ts';
import { carryOutPlans, type Purchasing, type RecurringParts } from './recurring/carry-out.ts';
import { spotExceptions, spotHandlers } from './routes.ts';
import { startTriggerNotices, type TriggerNoticesParts } from './triggers/notices.ts';
import { triggerView } from './triggers/views.ts';
import { orderView } from './views.ts';

interface RecurringCommands {
  /** Beside the writer; nothing is bought elsewhere. */
  readonly localCommands?: Purchasing | undefined;
}

export const spot = {
  routes: spotHandlers,
  commands: spotCommands,
  exceptions: spotExceptions,
  ownExports: ownSpotExports,
  tableExports: spotTableExports,
  notices: (needs) => [startOrderNotices(needs), startTriggerNotices(needs)],
  chores: ({ localCommands, ...needs }: RecurringParts & RecurringCommands) =>
    localCommands === undefined
      ? []
      : [new Chore(RECURRING_ROUND_MS, () => carryOutPlans(needs, localCommands))],
  told:
    ({ terms }: Pick<SpotNeeds, 'terms'>): TellChanges =>
    ({ orders, triggers, orderLists }, tell) => {
      for (const trigger of triggers)
        tell(trigger.owner, 'trigger_order', () => triggerView(trigger, terms));
      for (const list of orderLists) tell(list.owner, 'order_list', () => listState(list, terms));
      for (const order of orders) tell(order.owner, 'order', () => orderView(order, terms));
    },
} satisfies Capability<
  SpotNeeds &
    SpotCommandNeeds &
    OrderNoticesParts &
    TriggerNoticesParts &
    RecurringParts &
    RecurringCommands
>;
