/** The seam between the engine and its futures and options. */
import { assertNever } from '@fairlead/units';
import type { Changes, Snapshot } from '../changes.ts';
import { indexTimeMs, type Stamp } from '../command.ts';
import type { DerivativeCommand } from '../derivative-commands.ts';
import type { Result } from '../result.ts';
import type { LedgerAccountId } from '../terms.ts';
import { checkFutures, futuresHolds, restoreFutures } from './check-futures.ts';
import { closePosition, closePositions } from './futures-close.ts';
import { openPosition } from './futures-open.ts';
import { setStops } from './futures-stops.ts';
import { configureFutures } from './futures-terms.ts';
import { tickFutures } from './futures-tick.ts';
import { cancelAllWaiting, cancelPosition } from './futures-waiting.ts';
import { buyOption } from './options-buy.ts';
import { checkOptions, optionHolds, restoreOptions } from './options-check.ts';
import { deliverOptions, settleDue } from './options-delivery.ts';
import { configureOptionCurrency, configureOptions } from './options-terms.ts';
import type { EngineState } from './state.ts';
import type { TradedMarket } from './traded-market.ts';

export function runDerivative(
  state: EngineState,
  command: DerivativeCommand,
  stamp: Stamp,
): Result {
  switch (command.kind) {
    case 'configure_futures':
      return configureFutures(state, command);
    case 'open_position':
      return openPosition(state, command, stamp);
    case 'cancel_position':
      return cancelPosition(state, command, stamp);
    case 'close_position':
      return closePosition(state, command, stamp);
    case 'close_positions':
      return closePositions(state, command, stamp);
    case 'set_stops':
      return setStops(state, command, stamp);
    case 'configure_options':
      return configureOptions(state, command);
    case 'configure_option_currency':
      return configureOptionCurrency(state, command);
    case 'buy_option':
      return buyOption(state, command, stamp);
    case 'settle_due':
      return settleDue(state, stamp);
    default:
      return assertNever(command);
  }
}

/** What a sample that the market has just taken sets off: deliveries first, then triggers if it has a price. */
export function tickDerivatives(state: EngineState, market: TradedMarket, stamp: Stamp): void {
  deliverOptions(state, market, stamp);
  // A sample that was held up may be too old to act on (G12); the next one will do (F10).
  const index = market.index.actingPrice(indexTimeMs(stamp));
  if (index !== undefined) tickFutures(state, market, { index, stamp });
}

/** Whether a market has open options or holding positions, which closing it would leave behind. */
export function isInUse(state: EngineState, { terms }: TradedMarket): boolean {
  const holding = state.futures.markets.get(terms.marketId)?.holdingCount ?? 0;
  return holding > 0 || state.options.market(terms.marketId).count > 0;
}

/** What closing a market cancels. */
export function withdrawDerivatives(
  state: EngineState,
  { terms }: TradedMarket,
  stamp: Stamp,
): void {
  cancelAllWaiting(state, terms.marketId, stamp);
}

type DerivativeChanges = Pick<
  Changes,
  'futuresTerms' | 'optionTerms' | 'optionCurrencies' | 'positions' | 'options'
>;

/** What a batch changed, and an empty log from here on. */
export function takeDerivativeChanges(state: EngineState): DerivativeChanges {
  return {
    ...state.futures.takeChanges(),
    ...state.options.takeChanges(),
  };
}

type DerivativeSnapshot = Pick<
  Snapshot,
  'futuresTerms' | 'optionTerms' | 'optionCurrencies' | 'positions' | 'options' | 'windowSamples'
>;

export function derivativeSnapshot(state: EngineState): DerivativeSnapshot {
  return {
    ...state.futures.snapshot(),
    ...state.options.snapshot(),
  };
}

/** Puts stored rows back, after markets, owners, index and balances. */
export function restoreDerivatives(state: EngineState, snapshot: Snapshot): void {
  restoreFutures(state, snapshot);
  restoreOptions(state, snapshot);
}

export interface DerivativeHold {
  readonly accountId: LedgerAccountId;
  readonly amount: bigint;
}

/** What is frozen for what is open: users' margins, and what the house has set aside. */
export function derivativeHolds(state: EngineState): DerivativeHold[] {
  return [...futuresHolds(state), ...optionHolds(state)];
}

export function checkDerivatives(state: EngineState): void {
  checkFutures(state);
  checkOptions(state);
}
