import type { Order } from '@fairlead/contract';

/** An order as the server would list it; say what matters for the test. */
export const order = (own: Partial<Order> = {}): Order => ({
  id: 90_417,
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  time_in_force: 'gtc',
  price: '63500.0',
  quantity: '0.02000',
  filled_quantity: '0.00000',
  filled_amount: '0.000000',
  fee: '0.00000000',
  fee_currency: own.side === 'sell' ? 'USDT' : 'BTC',
  status: 'waiting',
  created_at: 1_795_271_467_000,
  updated_at: 1_795_271_467_000,
  ...own,
});
