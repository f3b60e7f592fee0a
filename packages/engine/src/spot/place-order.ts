import type { Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import type { OrderOwner } from '../state/order-owner.ts';
import { orderResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import type { PlaceOrder } from './commands.ts';
import { enterOrder } from './enter-order.ts';
import { fireSince } from './triggers/fire.ts';

/** Matches an order, settles its trades, and rests or cancels what remains. */
export function placeOrder(state: EngineState, command: PlaceOrder, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const market = state.markets.get(command.marketId);
  if (market === undefined) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (market.terms.state !== 'open') return reject('market_closed');
  if (isDuplicate(owner, command)) return reject('duplicate_client_order_id');
  const from = state.log.rows.trades.length;
  const entered = enterOrder(state, {
    command,
    owner,
    market,
    rates: market.terms,
    isNew: true,
    stamp,
  });
  if (typeof entered === 'string') return reject(entered);
  fireSince(state, market, { from, stamp });
  return orderResult(entered);
}

function isDuplicate(owner: OrderOwner, { clientOrderId }: PlaceOrder): boolean {
  return clientOrderId !== undefined && owner.named(clientOrderId) !== undefined;
}
