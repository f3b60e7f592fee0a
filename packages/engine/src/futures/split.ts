import { capOf, type HeldAmounts, partAmounts } from '@fairlead/formula';
import { amountMinor, assert } from '@fairlead/units';
import type { EngineState } from '../state/state.ts';
import type { PositionRow } from './rows.ts';

/** A holding position in two, which together are it to the unit. */
export interface SplitPosition {
  /** A position of its own from its close on: nobody named it, and it has no stops. */
  readonly part: PositionRow;
  readonly rest: PositionRow;
}

/** Splits some lots off; undefined where either would be too small to have a margin of its own (F13). */
export function splitPosition(
  state: EngineState,
  row: PositionRow,
  { lots, partId }: { readonly lots: number; readonly partId: number },
): SplitPosition | undefined {
  const { openPrice } = row;
  assert(openPrice !== undefined, 'what is split was opened');
  const { scale } = state.futures.market(row.marketId);
  const whole = { ...row, marginAdded: row.marginAdded ?? amountMinor(0n) };
  const { part, rest } = partAmounts({ ...row, openPrice, scale }, whole, lots);
  const restBase = rest.margin - rest.marginAdded;
  if (part.margin - part.marginAdded <= 0n || rest.maintenance >= restBase) return undefined;
  const { clientOrderId: _name, takeProfit: _gain, stopLoss: _loss, ...named } = row;
  const { levels: _levels, ...unnamed } = named;
  return {
    part: { ...heldRow(unnamed, part), positionId: partId, partOf: row.positionId },
    rest: heldRow(row, rest),
  };
}

/** A row of these amounts: what it holds is its margin, and the house keeps its cap ready. */
function heldRow(row: PositionRow, amounts: HeldAmounts): PositionRow {
  const { marginAdded: _before, ...agreed } = row;
  const { lots, margin, marginAdded, maintenance, openFee } = amounts;
  return {
    ...agreed,
    lots,
    margin,
    ...(marginAdded === 0n ? {} : { marginAdded }),
    maintenance,
    openFee,
    hold: margin,
    reserved: capOf({ ...row, margin, marginAdded }),
  };
}
