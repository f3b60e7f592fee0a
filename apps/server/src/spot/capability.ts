/** Orders at a limit and at the market. */
import type { Capability } from '../core/capability.ts';
import type { TellChanges } from '../core/http/events.ts';
import { ownSpotExports, spotTableExports } from './exports.ts';
import type { SpotNeeds } from './needs.ts';
import { type OrderNoticesParts, startOrderNotices } from './notices.ts';
import { spotHandlers } from './routes.ts';
import { orderView } from './views.ts';

export const spot = {
  routes: spotHandlers,
  ownExports: ownSpotExports,
  tableExports: spotTableExports,
  notices: (needs) => [startOrderNotices(needs)],
  told:
    ({ terms }: Pick<SpotNeeds, 'terms'>): TellChanges =>
    ({ orders }, tell) => {
      for (const order of orders) tell(order.owner, 'order', () => orderView(order, terms));
    },
} satisfies Capability<SpotNeeds & OrderNoticesParts>;
