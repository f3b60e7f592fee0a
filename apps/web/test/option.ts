/** Options as the server would sell them, as drawn: 60 s at 80 %, 1 % fee, 412.60 USDT available. */
import type { OptionOrder, OptionTimeView, PayableCurrency } from '@fairlead/contract';

const time = (seconds: number, ratio: string): OptionTimeView => ({
  seconds,
  payout_ratio: ratio,
  min_amount: '10.000000',
  max_amount: '5000.000000',
  window_seconds: Math.max(5, Math.ceil(seconds / 10)),
});

export const OPTION_TIMES: readonly OptionTimeView[] = [
  time(30, '0.75'),
  time(60, '0.8'),
  time(120, '0.82'),
  time(180, '0.85'),
  time(300, '0.88'),
];

export const PAYABLE: PayableCurrency = {
  currency_id: 3,
  name: 'USDT',
  available: '412.600000',
  fee_rate: '0.01',
  amounts: ['10.000000', '50.000000', '100.000000', '500.000000', '1000.000000'],
};

/** The moment of the drawings, 14:32:05 UTC. */
export const NOW_MS = 1_795_271_525_000;

/** An order as the server would list it: bought 22 s ago, due in 38; say what matters for the test. */
export const optionOrder = (own: Partial<OptionOrder> = {}): OptionOrder => ({
  id: 70_001,
  symbol: 'BTC/USDT',
  direction: 'rise',
  currency_id: 3,
  currency: 'USDT',
  amount: '50.000000',
  fee: '0.500000',
  seconds: 60,
  window_seconds: 6,
  payout_ratio: '0.8',
  expected_income: '39.500000',
  purchase_price: '64798.20',
  current_price: '64812.40',
  purchased_at: NOW_MS - 22_000,
  delivers_at: NOW_MS + 38_000,
  remaining_ms: 38_000,
  status: 'open',
  purchase_receipt_id: 501,
  ...own,
});

/** The same order after it was right. */
export const settledOrder = (own: Partial<OptionOrder> = {}): OptionOrder => {
  const { current_price: _, ...order } = optionOrder();
  return {
    ...order,
    delivery_price: '64810.05',
    settled_at: NOW_MS + 38_000,
    remaining_ms: 0,
    status: 'settled',
    result: 'win',
    outcome: 'rise',
    paid: '90.000000',
    profit: '39.500000',
    receipt_id: 512,
    ...own,
  };
};
