/**
 * What an opening or a purchase that waits for the next sample must have ready, told without changing anything: before it
 * is executed nobody has looked at its owner's money.
 */
import { optionCost, optionFee } from '@fairlead/formula';
import type { Command } from '../command.ts';
import type { BuyOption, OpenPosition } from '../derivative-commands.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import type { LedgerAccountId } from '../terms.ts';
import { openPriceAt } from './futures-open.ts';
import { needOf, openingAmounts } from './futures-opening.ts';
import { isPrice } from './futures-stops.ts';
import type { EngineState } from './state.ts';

/** An amount of an account, and what of the account is available now; both in minor units. */
export interface ParkingNeed {
  readonly accountId: LedgerAccountId;
  readonly amount: bigint;
  readonly available: bigint;
}

/**
 * At the present index, or at the price that was shown while there is none. Undefined where a command takes no money, or
 * will be refused whatever the sample says: then it costs nobody anything but its place.
 */
export function parkingNeed(state: EngineState, command: Command): ParkingNeed | undefined {
  if (command.kind === 'buy_option') return optionNeed(state, command);
  if (command.kind === 'open_position') return positionNeed(state, command);
  return undefined;
}

function optionNeed(state: EngineState, command: BuyOption): ParkingNeed | undefined {
  const { owner, currencyId, stake } = command;
  const currency = state.options.currency(currencyId);
  if (currency === undefined || stake <= 0n || !state.owners.has(owner)) return undefined;
  const cost = optionCost({ stake, fee: optionFee(stake, currency.feePpm) });
  return needIn(state, ledgerAccountId(owner, 'option', currencyId), cost);
}

function positionNeed(state: EngineState, command: OpenPosition): ParkingNeed | undefined {
  const { owner, marketId, lots, multiple, side, type, shownPrice } = command;
  const market = state.markets.get(marketId);
  const futures = state.futures.markets.get(marketId);
  const offer = futures?.offer(multiple);
  if (type !== 'market' || !state.owners.has(owner)) return undefined;
  if (market === undefined || futures === undefined || offer === undefined) return undefined;
  if (!Number.isSafeInteger(lots) || lots < 1 || lots > futures.terms.lotsMax) return undefined;
  const { price: index } = market.index;
  const price = index === undefined ? shownPrice : openPriceAt(index, { side, ...offer.agreement });
  if (price === undefined || !isPrice(price)) return undefined;
  const amounts = openingAmounts(futures, { ...offer, lots }, price);
  const accountId = ledgerAccountId(owner, 'contract', futures.currencyId);
  return needIn(state, accountId, needOf(amounts));
}

function needIn(state: EngineState, accountId: LedgerAccountId, amount: bigint): ParkingNeed {
  const { ledger } = state;
  return { accountId, amount, available: ledger.balance(ledger.find(accountId)).available };
}
