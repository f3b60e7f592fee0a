/** Futures as the server would answer them; BTC/USDT as drawn: lots of 0.01, ten thousandths of spread and fees. */
import type { FuturesDeal, Position, Wallet } from '@fairlead/contract';
import { amountMinor, priceE8 } from '@fairlead/units';
import type { TicketInputs } from '../src/features/futures/model.ts';
import { type FuturesRules, futuresRules } from '../src/features/futures/rules.ts';

const tier = (multiple: number, max_notional: string) => ({
  multiple,
  maintenance_rate: '0.005',
  max_notional,
});

export const futuresDeal = (own: Partial<FuturesDeal> = {}): FuturesDeal => ({
  symbol: 'BTC/USDT',
  currency_id: 3,
  currency: 'USDT',
  base: 'BTC',
  index_price: '64812.40',
  index_time: 1_795_271_525_000,
  bid: '64805.91',
  ask: '64818.89',
  half_spread: '0.0001',
  tick_size: '0.01',
  price_step: '0.01',
  lot_size: '0.01',
  min_lots: 1,
  max_lots: 10_000,
  multiples: [tier(2, '5000000'), tier(10, '2000000'), tier(20, '1000000'), tier(100, '50000')],
  open_fee: '0.0005',
  close_fee: '0.0005',
  profit_cap: 10,
  limit_band: '0.2',
  max_positions: 100,
  is_open: true,
  stale: false,
  ...own,
});

export const BTC_FUTURES = futuresRules(futuresDeal(), { base: 8, quote: 6 }) as FuturesRules;

/** Index 64,812.40, so a long opens at 64,818.89; 1,500 USDT are available. */
export const futuresInputs = (own: Partial<TicketInputs> = {}): TicketInputs => ({
  rules: BTC_FUTURES,
  state: 'open',
  available: amountMinor(1_500_000_000n),
  index: priceE8(6_481_240_000_000n),
  isStale: false,
  ...own,
});

/** The long of the drawing: ten lots at 63,950.00, twenty times. */
export const position = (own: Partial<Position> = {}): Position => ({
  id: 7_001,
  symbol: 'BTC/USDT',
  currency_id: 3,
  currency: 'USDT',
  side: 'long',
  type: 'market',
  lots: 10,
  lot_size: '0.01',
  multiple: 20,
  margin: '319.750000',
  maintenance_rate: '0.005',
  maintenance: '31.975000',
  open_fee: '3.197500',
  close_fee: '0.000000',
  close_fee_rate: '0.0005',
  price_step: '0.01',
  profit_cap: 10,
  open_price: '63950.00',
  current_price: '64812.40',
  liquidation_price: '61072.25',
  take_profit: '66000.00',
  stop_loss: '63200.00',
  unrealised_pnl: '86.240000',
  fees: '6.438120',
  net_pnl: '79.801880',
  margin_ratio: '0.078757',
  status: 'holding',
  open_receipt_id: 41,
  receipt_id: 41,
  created_at: 1_795_271_467_000,
  opened_at: 1_795_271_468_000,
  updated_at: 1_795_271_468_000,
  ...own,
});

/** A wallet with some USDT in the contract account. */
export const contractWallet = (available: string, frozen = '0'): Wallet => ({
  convert_currency: 'USDT',
  total: available,
  time: 1_795_271_525_000,
  accounts: [
    {
      account: 'contract',
      total: available,
      balances: [{ currency_id: 3, name: 'USDT', available, frozen, total: available }],
    },
  ],
});
