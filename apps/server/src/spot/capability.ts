/** Orders at a limit and at the market. */
import type { Capability } from '../core/capability.ts';
import type { TellChanges } from '../core/http/events.ts';
import { spotCommands } from './commands.ts';
import { ownSpotExports, spotTableExports } from './exports.ts';
import type { SpotCommandNeeds, SpotNeeds } from './needs.ts';
import { type OrderNoticesParts, startOrderNotices } from './notices.ts';
import { spotExceptions, spotHandlers } from './routes.ts';
import { orderView } from './views.ts';

export const spot = {
  routes: spotHandlers,
  commands: spotCommands,
  exceptions: spotExceptions,
  ownExports: ownSpotExports,
  tableExports: spotTableExports,
  notices: (needs) => [startOrderNotices(needs)],
  told:
    ({ terms }: Pick<SpotNeeds, 'terms'>): TellChanges =>
    ({ orders }, tell) => {
      for (const order of orders) tell(order.owner, 'order', () => orderView(order, terms));
    },
} satisfies Capability<SpotNeeds & SpotCommandNeeds & OrderNoticesParts>;
