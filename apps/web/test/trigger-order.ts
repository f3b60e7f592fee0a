import type { TriggerOrder } from '@fairlead/contract';

/** An order that waits for a price as the server would list it; say what matters for the test. */
export const triggerOrder = (own: Partial<TriggerOrder> = {}): TriggerOrder => ({
  id: 90_420,
  symbol: 'BTC/USDT',
  side: 'sell',
  trigger: 'stop',
  trigger_by: 'index',
  trigger_price: '64000.0',
  type: 'limit',
  time_in_force: 'gtc',
  price: '63900.0',
  quantity: '0.02000',
  held: '0.02000000',
  held_currency: 'BTC',
  maker_fee_rate: '0.001',
  taker_fee_rate: '0.001',
  status: 'waiting',
  created_at: 1_795_271_467_000,
  updated_at: 1_795_271_467_000,
  ...own,
});
