/** Positions in lots, opened and closed at the index. */
import type { Capability } from '../core/capability.ts';
import type { TellChanges } from '../core/http/events.ts';
import type { EffectContext } from '../core/terms/effects.ts';
import type { SeedOptions } from '../core/terms/put-in-force.ts';
import { saveFuturesTerms } from './effects.ts';
import { ownFuturesExports } from './exports.ts';
import { gaugeFutures } from './gauges.ts';
import type { FuturesNeeds } from './needs.ts';
import { type PositionNoticesParts, startPositionNotices } from './notices.ts';
import { operatorFuturesHandlers } from './operator-routes.ts';
import { futuresExceptions, futuresHandlers } from './routes.ts';
import { seedFutures } from './seed-futures.ts';
import { positionView } from './views.ts';

export const futures = {
  engine: 'futures',
  routes: futuresHandlers,
  operatorRoutes: operatorFuturesHandlers,
  exceptions: futuresExceptions,
  ownExports: ownFuturesExports,
  effects: (early) => ({
    futures_terms: (asked, phase) => saveFuturesTerms(early, asked, phase),
  }),
  seed: seedFutures,
  gauges: gaugeFutures,
  notices: (needs) => [startPositionNotices(needs)],
  told:
    (needs: Pick<FuturesNeeds, 'terms' | 'marketData'>): TellChanges =>
    ({ positions }, tell) => {
      for (const position of positions)
        tell(position.owner, 'position', () => positionView(position, needs));
    },
} satisfies Capability<FuturesNeeds & PositionNoticesParts, EffectContext & SeedOptions>;
