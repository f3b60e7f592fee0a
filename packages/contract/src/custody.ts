import * as z from 'zod/mini';
import { route } from './route.ts';
import {
  nothing,
  pageOf,
  paging,
  zCode,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zText,
} from './scalars.ts';

const tag = 'Assets';

/** Networks of crypto deposits and withdrawals (specification §9). OMNI is a Bitcoin address. */
export const CHAINS = ['TRC20', 'ERC20', 'OMNI'] as const;
export type Chain = (typeof CHAINS)[number];
export const zChain = z.enum(CHAINS);

export const zRecordStatus = z.enum(['under_review', 'passed', 'rejected']);
export type RecordStatus = z.infer<typeof zRecordStatus>;

/** Longest is a bech32m address of 62 to 90 characters. */
const zAddressText = z.string().check(z.minLength(20), z.maxLength(100));
const zNote = z.string().check(z.maxLength(100));
export const zTxId = z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/));
/** Six digits. */
export const zFundPassword = z.string().check(z.regex(/^\d{6}$/));

export const zDepositRecord = z.object({
  id: z.number(),
  currency_id: z.number(),
  /** chain: seen by our watcher; crypto and bank: claimed with a proof. */
  kind: z.enum(['chain', 'crypto', 'bank']),
  chain: z.optional(z.string()),
  amount: zDecimal,
  fee: zDecimal,
  /** What was added to the balance; "0" until passed. */
  credited: zDecimal,
  status: zRecordStatus,
  /** A known word (below_minimum, orphaned, …) in the caller's language, or the reviewer's sentence. */
  reason: z.optional(z.string()),
  tx_id: z.optional(z.string()),
  /** Of a chain deposit under way: how many of `confirmations_needed` it has. */
  confirmations: z.optional(z.number()),
  confirmations_needed: z.optional(z.number()),
  proof: z.optional(z.number()),
  is_priority: z.boolean(),
  time: z.number(),
  decided_at: z.optional(z.number()),
});
export type DepositRecord = z.infer<typeof zDepositRecord>;

export const zWithdrawalRecord = z.object({
  id: z.number(),
  currency_id: z.number(),
  kind: z.enum(['crypto', 'bank']),
  /** "BANK" for a bank transfer. */
  chain: z.string(),
  /** The address, or the masked card. */
  address: z.string(),
  amount: zDecimal,
  fee: zDecimal,
  receipt_amount: zDecimal,
  status: zRecordStatus,
  reason: z.optional(z.string()),
  note: z.optional(z.string()),
  tx_id: z.optional(z.string()),
  can_cancel: z.boolean(),
  /** What has happened so far, in order; sent needs a tx_id. */
  timeline: z.array(
    z.object({
      state: z.enum(['requested', 'approved', 'passed', 'sending', 'sent', 'rejected']),
      time: z.number(),
    }),
  ),
  /** When it will have been decided at the latest: 12 hours after the request. */
  due_at: z.number(),
  time: z.number(),
});
export type WithdrawalRecord = z.infer<typeof zWithdrawalRecord>;

export const zBankCard = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked but for the last four. */
  card_number: z.string(),
  deposit_bank: z.string(),
  branch: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  swift_code: z.string(),
  full_name: z.string(),
  /** Masked but for the last four. */
  iban: z.string(),
  payee_address: z.string(),
  postal_code: z.string(),
  usable_at: z.number(),
});
export type BankCard = z.infer<typeof zBankCard>;
const field = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

export const zBankAccount = z.object({
  currency_id: z.number(),
  account_name: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  swift_code: z.string(),
  /** What the sender writes as the transfer's purpose, so that it is found: names the user. */
  reference: z.string(),
  min_deposit: zDecimal,
});
export type BankAccount = z.infer<typeof zBankAccount>;

export const zWithdrawalAddress = z.object({
  id: z.number(),
  currency_id: z.number(),
  chain: zChain,
  address: z.string(),
  note: z.string(),
  /** Cooling-off: withdrawals to it work from then on. */
  usable_at: z.number(),
});
export type WithdrawalAddress = z.infer<typeof zWithdrawalAddress>;

export const WITHDRAWAL_NEEDS = ['kyc', 'fund_password', 'address', 'otp'] as const;

export const custodyRoutes = {
  depositAddress: route({
    method: 'POST',
    path: 'wallet/get_in_address',
    tag,
    summary: 'The own deposit address on a network',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ currency_id: zId, chain: zChain }),
    response: z.object({
      chain: zChain,
      address: z.string(),
      min_deposit: zDecimal,
      confirmations: z.number(),
      memo: z.optional(z.string()),
    }),
    errors: ['chain_closed', 'currency_closed'],
  }),
  claimDeposit: route({
    method: 'POST',
    path: 'wallet/charge_req',
    tag,
    summary: 'Claims a deposit with its proof; credited after review',
    access: 'user',
    takesKey: true,
    rate: 'money',
    request: z.strictObject({
      kind: z.enum(['crypto', 'bank']),
      currency_id: zId,
      /** Needed with a tx_id, and where a currency's chain is watched. */
      chain: z.optional(zChain),
      /** 64 hexadecimal digits where the chain is watched; elsewhere as the sender's wallet shows it. */
      tx_id: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{6,100}$/))),
      amount: zPositiveDecimal,
      proof: zId,
    }),
    response: z.object({ id: z.number() }),
    errors: ['below_minimum', 'chain_closed', 'currency_closed', 'claim_limit', 'reference_used'],
  }),
  withdrawalInfo: route({
    method: 'POST',
    path: 'wallet/get_info',
    tag,
    summary: 'What a withdrawal needs and costs',
    access: 'user',
    /** Without a chain: to a bank card. */
    request: z.strictObject({ currency_id: zId, chain: z.optional(zChain) }),
    response: z.object({
      available: zDecimal,
      min_withdraw: zDecimal,
      fee: zDecimal,
      /** Withdrawals left today (UTC). */
      remaining_today: z.number(),
      /** Worth in USDT left today, and the day's limit at the user's verification. */
      remaining_value: zDecimal,
      daily_value: zDecimal,
      needs: z.array(z.enum(WITHDRAWAL_NEEDS)),
      /** Withdrawals are cooling off after a change of security until then. */
      usable_at: z.optional(z.number()),
      has_otp: z.boolean(),
    }),
    errors: ['chain_closed', 'currency_closed'],
  }),
  withdrawalAddresses: route({
    method: 'POST',
    path: 'wallet/get_address',
    tag,
    summary: 'The own address book',
    access: 'user',
    request: z.strictObject({ currency_id: z.optional(zId) }),
    response: z.array(zWithdrawalAddress),
  }),
  addAddress: route({
    method: 'POST',
    path: 'wallet/addaddress',
    tag,
    summary: 'Saves a withdrawal address; it cools off before its first use',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      currency_id: zId,
      chain: zChain,
      address: zAddressText,
      note: z._default(zNote, ''),
      fund_password: zFundPassword,
      /** Sent with scene withdraw_address. */
      code: zCode,
      otp: z.optional(zCode),
    }),
    response: z.object({ id: z.number(), usable_at: z.number() }),
    errors: [
      'fund_password_not_set',
      'fund_password_wrong',
      'fund_password_locked',
      'code_wrong',
      'code_expired',
      'chain_closed',
      'address_limit',
      'mfa_required',
    ],
  }),
  deleteAddress: route({
    method: 'POST',
    path: 'wallet/deladdress',
    tag,
    summary: 'Removes an address from the book',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: zText,
  }),
  withdraw: route({
    method: 'POST',
    path: 'wallet/out',
    tag,
    summary: 'Asks for a withdrawal to a saved address or card; freezes the amount',
    access: 'user',
    isMoney: true,
    rate: 'money',
    request: z.strictObject({
      currency_id: zId,
      chain: z.optional(zChain),
      address_id: z.optional(zId),
      card_id: z.optional(zId),
      amount: zPositiveDecimal,
      note: z.optional(zNote),
      /** The fee that the user saw: refused when it is higher by now (W11). */
      shown_fee: z.optional(zDecimal),
      fund_password: zFundPassword,
      otp: z.optional(zCode),
    }),
    response: z.object({ id: z.number(), fee: zDecimal, receipt_amount: zDecimal }),
    errors: [
      'terms_changed',
      'kyc_required',
      'fund_password_not_set',
      'fund_password_wrong',
      'fund_password_locked',
      'mfa_required',
      'code_wrong',
      'address_not_set',
      'address_cooling_off',
      'withdrawals_cooling_off',
      'held_for_loss',
      'below_minimum',
      'daily_limit',
      'insufficient_balance',
      'chain_closed',
      'currency_closed',
      'account_frozen',
      'price_stale',
    ],
  }),
  cancelWithdrawal: route({
    method: 'POST',
    path: 'wallet/cancel_out',
    tag,
    summary: 'Cancels a withdrawal while it is under review',
    access: 'user',
    isMoney: true,
    rate: 'money',
    request: z.strictObject({ id: zId }),
    response: z.object({ id: z.number() }),
    errors: ['already_decided'],
  }),
  bankInfo: route({
    method: 'POST',
    path: 'wallet/bank_info',
    tag,
    summary: "The operator's bank account for transfers",
    access: 'user',
    request: z.strictObject({ currency_id: zId }),
    response: zBankAccount,
    errors: ['currency_closed'],
  }),
  deposits: route({
    method: 'GET',
    path: 'charge_mention/log2',
    tag,
    summary: 'Deposits of the user, newest first',
    access: 'user',
    request: z.strictObject({
      status: z.optional(zRecordStatus),
      currency_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zDepositRecord),
  }),
  withdrawals: route({
    method: 'GET',
    path: 'charge_mention/log3',
    tag,
    summary: 'Withdrawals of the user, newest first',
    access: 'user',
    request: z.strictObject({
      status: z.optional(zRecordStatus),
      currency_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zWithdrawalRecord),
  }),
  bankCards: route({
    method: 'POST',
    path: 'user/cash_info',
    tag,
    summary: 'The own bank cards, masked',
    access: 'user',
    request: nothing,
    response: z.object({ cards: z.array(zBankCard) }),
  }),
  saveBankCard: route({
    method: 'POST',
    path: 'user/cash_save',
    tag,
    summary: 'Adds a bank card, or changes one, which then cools off again',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      id: z.optional(zId),
      name: field(60),
      card_number: z.string().check(z.regex(/^[0-9A-Za-z -]{6,40}$/)),
      deposit_bank: field(80),
      branch: field(80),
      bank_name: field(80),
      bank_address: field(160),
      swift_code: z.string().check(z.regex(/^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/)),
      full_name: field(80),
      iban: z.string().check(z.regex(/^[0-9A-Za-z -]{5,42}$/)),
      payee_address: field(160),
      postal_code: z.string().check(z.regex(/^[0-9A-Za-z -]{3,12}$/)),
      fund_password: zFundPassword,
      code: zCode,
      otp: z.optional(zCode),
    }),
    response: z.object({ id: z.number(), usable_at: z.number() }),
    errors: [
      'fund_password_not_set',
      'fund_password_wrong',
      'fund_password_locked',
      'code_wrong',
      'code_expired',
      'card_limit',
      'mfa_required',
    ],
  }),
  deleteBankCard: route({
    method: 'POST',
    path: 'user/cash_delete',
    tag,
    summary: 'Removes a bank card',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: zText,
  }),
  vip: route({
    method: 'GET',
    path: 'wallet/vip',
    tag,
    summary:
      'Whether deposit claims go into the priority queue: by traded volume, at the same price',
    access: 'user',
    request: nothing,
    response: z.object({
      is_vip: z.boolean(),
      /** Traded in the last 30 days and needed, in USDT. */
      volume_30d: zDecimal,
      volume_needed: zDecimal,
    }),
  }),
} as const;

/** Confirmations and heights on the wire. */
export const zHeight = zInteger;
