/** Records as the server would list them; say what matters for the test. */

import type {
  Exposure,
  FuturesTermsView,
  OperatorDeposit,
  OperatorVerification,
  OperatorWithdrawal,
  OptionCurrencyView,
  OptionTermsView,
  ResponseOf,
} from '@fairlead/contract';
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';

export const NOW_MS = 1_795_271_525_000;

export const INTENT_HASH = '9f'.repeat(32);

export const withdrawal = (own: Partial<OperatorWithdrawal> = {}): OperatorWithdrawal => ({
  id: 20_931,
  user_id: 10_311,
  user: 'k***7@mail.test',
  kind: 'crypto',
  currency_id: 3,
  currency: 'USDT',
  chain: 'TRC20',
  address: 'TQ9w44HTm9mY8Jy5yg8ksQ8AFBCowySsnT',
  amount: '12000.000000',
  fee: '1.000000',
  receipt_amount: '11999.000000',
  value: '12000.000000',
  status: 'under_review',
  send_state: 'idle',
  approvals_needed: 1,
  approvals: [],
  checks: [],
  intent_hash: INTENT_HASH,
  basic_verification: 'verified',
  advanced_verification: 'verified',
  time: NOW_MS - 51 * MINUTE_MS,
  due_at: NOW_MS - 51 * MINUTE_MS + 12 * HOUR_MS,
  ...own,
});

export const deposit = (own: Partial<OperatorDeposit> = {}): OperatorDeposit => ({
  id: 31_002,
  user_id: 10_482,
  user: 'v***6@mail.test',
  kind: 'bank',
  currency_id: 3,
  currency: 'USDT',
  amount: '500.000000',
  credited: '0.000000',
  status: 'under_review',
  proof: 71,
  is_proof_repeated: false,
  repeated_in: [],
  is_priority: false,
  is_suspended: false,
  receivable: '0.000000',
  approvals_needed: 1,
  approvals: [],
  checks: [],
  time: NOW_MS - 44 * MINUTE_MS,
  ...own,
});

export const verification = (own: Partial<OperatorVerification> = {}): OperatorVerification => ({
  id: 811,
  user_id: 10_482,
  user: 'v***6@mail.test',
  level: 'advanced',
  status: 'under_review',
  country: 'JP',
  name: 'H*** S***',
  checks: [],
  time: NOW_MS - 128 * MINUTE_MS,
  ...own,
});

export const futuresTerms = (own: Partial<FuturesTermsView> = {}): FuturesTermsView => ({
  symbol: 'BTC/USDT',
  lot_size: '0.01',
  min_lots: 1,
  max_lots: 10_000,
  multiples: [
    { multiple: 10, maintenance_rate: '0.005', max_notional: '2000000' },
    { multiple: 20, maintenance_rate: '0.005', max_notional: '1000000' },
  ],
  open_fee: '0.0005',
  close_fee: '0.0005',
  insurance_share: '0.2',
  half_spread: '0.0001',
  price_step: '0.01',
  profit_cap: 10,
  max_open_interest: '20000000',
  max_positions: 100,
  is_open: true,
  ...own,
});

export const optionTerms = (own: Partial<OptionTermsView> = {}): OptionTermsView => ({
  symbol: 'BTC/USDT',
  times: [
    { seconds: 30, payout_ratio: '0.75', min_amount: '10', max_amount: '5000' },
    { seconds: 60, payout_ratio: '0.8', min_amount: '10', max_amount: '5000' },
  ],
  max_exposure: '500000',
  max_orders: 50,
  is_open: true,
  ...own,
});

export const optionCurrency: OptionCurrencyView = {
  currency_id: 3,
  fee_rate: '0.01',
  amounts: ['10', '50', '100'],
  is_open: true,
};

export const exposure = (own: Partial<Exposure> = {}): Exposure => ({
  time: NOW_MS,
  currencies: [
    {
      currency_id: 3,
      currency: 'USDT',
      contract_house: '20000000.000000',
      contract_reserved: '9000000.000000',
      contract_available: '11000000.000000',
      insurance_fund: '5000000.000000',
      unrealised_pnl: '-1234.500000',
      option_house: '5000000.000000',
      option_reserved: '420000.000000',
      option_available: '4580000.000000',
      option_escrow: '505000.000000',
    },
  ],
  markets: [
    {
      symbol: 'BTC/USDT',
      long_notional: '12000000.000000',
      short_notional: '6000000.000000',
      waiting_notional: '500000.000000',
      max_open_interest: '20000000.000000',
      positions: 412,
      rise_payout: '250000.000000',
      fall_payout: '150000.000000',
      max_exposure: '500000.000000',
      option_orders: 96,
    },
    {
      symbol: 'ETH/USDT',
      long_notional: '1000000.000000',
      short_notional: '2000000.000000',
      waiting_notional: '0.000000',
      max_open_interest: '20000000.000000',
      positions: 31,
      rise_payout: '12000.000000',
      fall_payout: '8000.000000',
      max_exposure: '500000.000000',
      option_orders: 7,
    },
  ],
  ...own,
});

type PositionRow = ResponseOf<'operatorPositions'>['list'][number];
type OptionRow = ResponseOf<'operatorOptionOrders'>['list'][number];

export const position = (own: Partial<PositionRow> = {}): PositionRow => ({
  id: 5_311,
  user_id: 10_482,
  symbol: 'BTC/USDT',
  currency_id: 3,
  currency: 'USDT',
  side: 'long',
  type: 'market',
  lots: 5,
  lot_size: '0.01000000',
  multiple: 20,
  margin: '162.031000',
  maintenance_rate: '0.005',
  maintenance: '16.203100',
  open_fee: '1.620310',
  close_fee: '0.000000',
  close_fee_rate: '0.0005',
  price_step: '0.01',
  profit_cap: 10,
  open_price: '64812.40000000',
  current_price: '64900.00000000',
  liquidation_price: '61895.84200000',
  stop_loss: '63000.00000000',
  unrealised_pnl: '4.380000',
  fees: '3.242810',
  net_pnl: '1.137190',
  margin_ratio: '0.0973',
  status: 'holding',
  open_receipt_id: 48_310,
  receipt_id: 48_310,
  created_at: NOW_MS - HOUR_MS,
  opened_at: NOW_MS - HOUR_MS,
  updated_at: NOW_MS - HOUR_MS,
  ...own,
});

export const optionOrder = (own: Partial<OptionRow> = {}): OptionRow => ({
  id: 5_402,
  user_id: 10_482,
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
  purchase_price: '64731.05000000',
  delivery_price: '64742.90000000',
  purchased_at: NOW_MS - MINUTE_MS,
  delivers_at: NOW_MS,
  settled_at: NOW_MS,
  remaining_ms: 0,
  status: 'settled',
  result: 'win',
  outcome: 'rise',
  paid: '90.000000',
  profit: '39.500000',
  purchase_receipt_id: 48_211,
  receipt_id: 48_377,
  ...own,
});

export const ME = {
  id: 3,
  name: 'operator.three',
  role: 'reviewer',
  has_otp: true,
  demo: true,
  session_ends_at: NOW_MS + 7 * HOUR_MS,
  idle_ms: 15 * MINUTE_MS,
  needs_second_operator: false,
  notice_hours: 24,
} as const;

export const COUNTS = {
  deposits: 4,
  priority_deposits: 1,
  withdrawals: 12,
  late_withdrawals: 0,
  to_send: 3,
  unknown_sends: 0,
  treasury: 0,
  verifications: 7,
  subscriptions: 0,
  proposals: 0,
  chats: 0,
  is_sound: true,
} as const;

export const CONFIG = {
  name: 'Fairlead',
  version: '2.5.8',
  demo: true,
  feed: 'simulated',
  time: NOW_MS,
  languages: ['en'],
  channels: ['email'],
} as const;

const CURRENCIES = [
  [1, 'BTC', 8],
  [3, 'USDT', 6],
] as const;

/** What every page of the console asks for. */
export const COMMON = {
  'GET config': () => CONFIG,
  'GET operator/me': () => ME,
  'GET operator/counts': () => COUNTS,
  'GET currency/user_currency_list': () =>
    CURRENCIES.map(([currency_id, name, scale]) => ({
      currency_id,
      name,
      full_name: name,
      scale,
      chains: [],
      deposit: true,
      withdraw: true,
    })),
  'POST operator/queue/open': () => ({}),
};
