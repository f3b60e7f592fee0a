/** Terms and positions at the bounds of their columns, for tests of the tables. */
import type { FuturesTerms, PositionRow } from '@fairlead/engine';
import { BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { TIME_MS } from '../../core/store/test/batch-rows.ts';

const LARGEST = 2n ** 62n;
const PRICE_MAX = priceE8(BigInt(Number.MAX_SAFE_INTEGER));
export const NONE = amountMinor(0n);
export const TEXT = 'größe "1", {2}\\';

export const TERMS: FuturesTerms = {
  marketId: BTC_USDT.marketId,
  // Ten of a currency with 18 decimals: beyond 64 bits.
  lotBaseMinor: amountMinor(10n ** 19n),
  lotsMin: 1,
  lotsMax: Number.MAX_SAFE_INTEGER,
  multiples: [
    { multiple: 2, maintenanceRatePpm: ratePpm(250_000n), notionalMaxMinor: amountMinor(LARGEST) },
    { multiple: 1_000, maintenanceRatePpm: ratePpm(1n), notionalMaxMinor: amountMinor(1n) },
  ],
  openFeePpm: ratePpm(0n),
  closeFeePpm: ratePpm(1_000_000n),
  insuranceSharePpm: ratePpm(200_000n),
  halfSpreadPpm: ratePpm(100n),
  priceStepE8: 1_000_000n,
  profitCapMultiple: 100,
  openInterestMaxMinor: amountMinor(LARGEST),
  positionsMax: 10_000,
  isOpen: true,
};

export const WAITING: PositionRow = {
  positionId: 1,
  owner: 7,
  marketId: BTC_USDT.marketId,
  currencyId: USDT.currencyId,
  side: 'short',
  type: 'limit',
  clientOrderId: TEXT,
  lots: Number.MAX_SAFE_INTEGER,
  lotBaseMinor: TERMS.lotBaseMinor,
  multiple: 1_000,
  maintenanceRatePpm: ratePpm(1n),
  openFeePpm: ratePpm(0n),
  closeFeePpm: ratePpm(1_000_000n),
  insuranceSharePpm: ratePpm(200_000n),
  halfSpreadPpm: ratePpm(100n),
  priceStepE8: 1_000_000n,
  profitCapMultiple: 100,
  price: PRICE_MAX,
  takeProfit: priceE8(1n),
  stopLoss: PRICE_MAX,
  margin: amountMinor(LARGEST / 100n),
  maintenance: NONE,
  openFee: amountMinor(3n),
  closeFee: NONE,
  hold: amountMinor(LARGEST / 100n + 3n),
  reserved: NONE,
  insurancePaid: NONE,
  status: 'waiting',
  createdAtMs: TIME_MS,
  updatedAtMs: TIME_MS,
};

const {
  price: _price,
  clientOrderId: _name,
  takeProfit: _take,
  stopLoss: _stop,
  ...UNNAMED
} = WAITING;
export const HOLDING: PositionRow = {
  ...UNNAMED,
  positionId: 2,
  side: 'long',
  type: 'market',
  lots: 2,
  openPrice: priceE8(100_00000000n),
  margin: amountMinor(100n),
  maintenance: amountMinor(40n),
  openFee: amountMinor(1n),
  hold: amountMinor(100n),
  reserved: amountMinor(10_000n),
  status: 'holding',
  openReceiptId: 1,
  openedAtMs: TIME_MS,
};
export const CLOSED: PositionRow = {
  ...HOLDING,
  closePrice: priceE8(1n),
  closeFee: NONE,
  hold: NONE,
  reserved: NONE,
  realisedPnl: amountMinor(-100n),
  insurancePaid: amountMinor(LARGEST),
  status: 'closed',
  closeReason: 'liquidation',
  closeReceiptId: 2,
  closedAtMs: TIME_MS + 1,
  updatedAtMs: TIME_MS + 1,
};
