import type { Product } from '../state/product.ts';
import { addMargin } from './add-margin.ts';
import { amendPosition } from './amend.ts';
import { checkFutures, restoreFutures } from './check-invariants.ts';
import { closePosition, closePositions } from './close.ts';
import { configureFutures } from './configure.ts';
import { removeLevel, setLevel } from './levels.ts';
import { openPosition, positionNeed } from './open.ts';
import { futuresRecords } from './records.ts';
import { reversePosition } from './reverse.ts';
import { setStops } from './stops.ts';
import { tickFutures } from './tick.ts';
import { cancelAllWaiting, cancelPosition } from './waiting.ts';

/** Positions at the index. */
export const futures = {
  handlers: {
    configure_futures: configureFutures,
    open_position: openPosition,
    cancel_position: cancelPosition,
    close_position: closePosition,
    close_positions: closePositions,
    add_margin: addMargin,
    reverse_position: reversePosition,
    amend_position: amendPosition,
    set_stops: setStops,
    set_level: setLevel,
    remove_level: removeLevel,
  },
  openings: ['open_position', 'reverse_position', 'amend_position'],
  takeChanges: (state) => state.futures.takeChanges(),
  snapshot: (state) => state.futures.snapshot(),
  restore: restoreFutures,
  check: checkFutures,
  records: futuresRecords,
  tick: tickFutures,
  parkingNeed: (state, command) =>
    command.kind === 'open_position' ? positionNeed(state, command) : undefined,
  isMarketInUse: (state, { terms }) =>
    (state.futures.markets.get(terms.marketId)?.holdingCount ?? 0) > 0,
  closeMarket: cancelAllWaiting,
} satisfies Product;
