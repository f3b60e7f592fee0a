/** Currencies and markets for tests: small whole numbers, so that a reader can follow by hand. */
import type { Currency, Market } from '@fairlead/engine';
import { amountMinor, ratePpm } from '@fairlead/units';

export const BTC: Currency = {
  currencyId: 1,
  name: 'BTC',
  fullName: 'Bitcoin',
  scale: 8,
  isEnabled: true,
};
export const ETH: Currency = {
  currencyId: 2,
  name: 'ETH',
  fullName: 'Ethereum',
  scale: 8,
  isEnabled: true,
};
export const USDT: Currency = {
  currencyId: 3,
  name: 'USDT',
  fullName: 'Tether',
  scale: 6,
  isEnabled: true,
};

/** Tick 0.01 USDT, lot 0.001 BTC: one lot at one tick is 10 millionths of a USDT. */
export const BTC_USDT: Market = {
  marketId: 1,
  symbol: 'BTC/USDT',
  baseCurrencyId: BTC.currencyId,
  quoteCurrencyId: USDT.currencyId,
  tickSizeE8: 1_000_000n,
  lotBaseMinor: amountMinor(100_000n),
  tickLotQuoteMinor: amountMinor(10n),
  makerFeePpm: ratePpm(1_000n),
  takerFeePpm: ratePpm(2_000n),
  minNotionalMinor: amountMinor(1_000n),
  marketBandPpm: ratePpm(20_000n),
  limitBandPpm: ratePpm(200_000n),
  openOrdersMax: 200,
  icebergPartsMax: 10,
  state: 'open',
};

/** The same grid for ether. */
export const ETH_USDT: Market = {
  ...BTC_USDT,
  marketId: 2,
  symbol: 'ETH/USDT',
  baseCurrencyId: ETH.currencyId,
};

/** Bitcoin as quote, so that one currency is base here and quote there. */
export const ETH_BTC: Market = {
  ...BTC_USDT,
  marketId: 3,
  symbol: 'ETH/BTC',
  baseCurrencyId: ETH.currencyId,
  quoteCurrencyId: BTC.currencyId,
  tickSizeE8: 1_000n,
  lotBaseMinor: amountMinor(100_000n),
  tickLotQuoteMinor: amountMinor(1n),
  minNotionalMinor: amountMinor(0n),
};
