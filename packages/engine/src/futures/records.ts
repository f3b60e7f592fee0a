/** What the state's hash takes of futures. */
import type { HashRecord } from '../state/hash-sum.ts';
import type { FuturesSnapshot, PositionRow } from './rows.ts';
import type { FuturesTerms } from './terms.ts';

export function futuresRecords({ futuresTerms, positions }: FuturesSnapshot): HashRecord[] {
  return [
    ...futuresTerms.map(termsRecord),
    ...positions.map(positionRecord),
    ...positions.filter(isChanged).map(changeRecord),
  ];
}

function termsRecord(terms: FuturesTerms): HashRecord {
  return [
    'futures_terms',
    terms.marketId,
    terms.lotBaseMinor,
    terms.lotsMin,
    terms.lotsMax,
    terms.openFeePpm,
    terms.closeFeePpm,
    terms.insuranceSharePpm,
    terms.halfSpreadPpm,
    terms.priceStepE8,
    terms.profitCapMultiple,
    terms.openInterestMaxMinor,
    terms.positionsMax,
    terms.isOpen,
    ...terms.multiples.flatMap(({ multiple, maintenanceRatePpm, notionalMaxMinor }): HashRecord => {
      return [multiple, maintenanceRatePpm, notionalMaxMinor];
    }),
  ];
}

/** Of a waiting or holding position; what only a closed one has is left out. */
function positionRecord(position: PositionRow): HashRecord {
  return [
    'position',
    position.positionId,
    position.owner,
    position.marketId,
    position.currencyId,
    position.side,
    position.type,
    position.clientOrderId,
    position.lots,
    position.lotBaseMinor,
    position.multiple,
    position.maintenanceRatePpm,
    position.openFeePpm,
    position.closeFeePpm,
    position.insuranceSharePpm,
    position.halfSpreadPpm,
    position.priceStepE8,
    position.profitCapMultiple,
    position.price,
    position.openPrice,
    position.takeProfit,
    position.stopLoss,
    position.margin,
    position.maintenance,
    position.openFee,
    position.hold,
    position.reserved,
    position.status,
    position.openReceiptId,
    position.createdAtMs,
    position.openedAtMs,
    position.updatedAtMs,
  ];
}

/** A record of its own, so that positions that nobody changed hash as they did before any could be. */
const isChanged = ({ changeReceiptId, marginAdded, levels }: PositionRow): boolean =>
  changeReceiptId !== undefined || marginAdded !== undefined || levels !== undefined;

function changeRecord(position: PositionRow): HashRecord {
  const { positionId, marginAdded, changeReceiptId, levels = [] } = position;
  const stops = levels.flatMap(({ levelId, stop, price, lots }) => [levelId, stop, price, lots]);
  return ['position_change', positionId, marginAdded, changeReceiptId, ...stops];
}
