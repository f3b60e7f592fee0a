/** Currencies and markets that a first start sets up; from then on they are an operator's data. */
import { type Currency, ICEBERG_PARTS_DEFAULT, type Market } from '@fairlead/engine';
import { amountMinor, assert, divExact, PRICE_SCALE, parseDecimal, ratePpm } from '@fairlead/units';

const currency = (
  currencyId: number,
  name: string,
  [fullName, scale]: readonly [string, number],
): Currency => ({ currencyId, name, fullName, scale, isEnabled: true });

export const SEED_CURRENCIES: readonly Currency[] = [
  currency(1, 'BTC', ['Bitcoin', 8]),
  currency(2, 'ETH', ['Ethereum', 8]),
  currency(3, 'USDT', ['Tether USD', 6]),
  currency(4, 'SOL', ['Solana', 8]),
  currency(5, 'XRP', ['XRP', 6]),
  currency(6, 'BNB', ['BNB', 8]),
  currency(7, 'DOGE', ['Dogecoin', 8]),
  currency(8, 'LTC', ['Litecoin', 8]),
  currency(9, 'TRX', ['TRON', 6]),
  currency(10, 'ADA', ['Cardano', 6]),
];

const USDT_ID = 3;
const MIN_NOTIONAL = '5';
/** 0.08 % and 0.1 %. */
const MAKER_FEE = ratePpm(800n);
const TAKER_FEE = ratePpm(1_000n);
/** Market orders fill within 2 %, limits lie within 20 % of the index. */
const MARKET_BAND = ratePpm(20_000n);
const LIMIT_BAND = ratePpm(200_000n);
const OPEN_ORDERS_MAX = 200;

/** Tick and lot make a whole number of millionths of USDT, so that every price times quantity is exact. */
const GRIDS: readonly (readonly [base: string, tick: string, lot: string])[] = [
  ['BTC', '0.01', '0.0001'],
  ['ETH', '0.01', '0.0001'],
  ['SOL', '0.01', '0.001'],
  ['XRP', '0.0001', '0.1'],
  ['BNB', '0.01', '0.001'],
  ['DOGE', '0.00001', '1'],
  ['LTC', '0.01', '0.001'],
  ['TRX', '0.00001', '1'],
  ['ADA', '0.0001', '0.1'],
];

export const SEED_MARKETS: readonly Market[] = GRIDS.map(([name, tick, lot], index) => {
  const base = namedCurrency(name);
  const quote = namedCurrency('USDT');
  const tickSizeE8 = minorOf(tick, PRICE_SCALE);
  const lotBaseMinor = minorOf(lot, base.scale);
  const exact = tickSizeE8 * lotBaseMinor * 10n ** BigInt(quote.scale);
  return {
    marketId: index + 1,
    symbol: `${name}/USDT`,
    baseCurrencyId: base.currencyId,
    quoteCurrencyId: USDT_ID,
    tickSizeE8,
    lotBaseMinor: amountMinor(lotBaseMinor),
    tickLotQuoteMinor: amountMinor(divExact(exact, 10n ** BigInt(PRICE_SCALE + base.scale))),
    makerFeePpm: MAKER_FEE,
    takerFeePpm: TAKER_FEE,
    minNotionalMinor: amountMinor(minorOf(MIN_NOTIONAL, quote.scale)),
    marketBandPpm: MARKET_BAND,
    limitBandPpm: LIMIT_BAND,
    openOrdersMax: OPEN_ORDERS_MAX,
    icebergPartsMax: ICEBERG_PARTS_DEFAULT,
    state: 'open',
  };
});

/** What the demo starts with of each currency, in whole units. */
export interface SeedFunds {
  readonly currency: string;
  /** House capital. */
  readonly capital: bigint;
  /** What the faucet can give out. */
  readonly faucet: bigint;
  /** What each bot gets from the faucet: about 40 million USDT's worth, and as much quote as all bases. */
  readonly bot: bigint;
}

const funds = (name: string, capital: bigint, [faucet, bot]: readonly [bigint, bigint]) => ({
  currency: name,
  capital,
  faucet,
  bot,
});

export const SEED_FUNDS: readonly SeedFunds[] = [
  funds('BTC', 500n, [1_000_000n, 600n]),
  funds('ETH', 10_000n, [20_000_000n, 12_000n]),
  funds('USDT', 100_000_000n, [100_000_000_000n, 400_000_000n]),
  funds('SOL', 100_000n, [500_000_000n, 260_000n]),
  funds('XRP', 10_000_000n, [100_000_000_000n, 80_000_000n]),
  funds('BNB', 10_000n, [100_000_000n, 68_000n]),
  funds('DOGE', 50_000_000n, [10_000_000_000n, 320_000_000n]),
  funds('LTC', 50_000n, [500_000_000n, 480_000n]),
  funds('TRX', 50_000_000n, [100_000_000_000n, 250_000_000n]),
  funds('ADA', 20_000_000n, [100_000_000_000n, 90_000_000n]),
];

export function namedCurrency(name: string): Currency {
  const found = SEED_CURRENCIES.find((each) => each.name === name);
  assert(found !== undefined, 'a seeded currency is known');
  return found;
}

function minorOf(text: string, scale: number): bigint {
  const value = parseDecimal(text, scale);
  assert(value !== undefined, 'a seeded figure fits its scale');
  return value;
}
