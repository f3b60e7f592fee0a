/** Records as the server would list them; say what matters for the test. */
import type { OperatorDeposit, OperatorVerification, OperatorWithdrawal } from '@fairlead/contract';

export const NOW_MS = 1_795_271_525_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

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
  is_priority: false,
  is_suspended: false,
  receivable: '0.000000',
  approvals_needed: 1,
  approvals: [],
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
  time: NOW_MS - 128 * MINUTE_MS,
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
} as const;

export const COUNTS = {
  deposits: 4,
  priority_deposits: 1,
  withdrawals: 12,
  late_withdrawals: 0,
  to_send: 3,
  unknown_sends: 0,
  verifications: 7,
  subscriptions: 0,
  proposals: 0,
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
