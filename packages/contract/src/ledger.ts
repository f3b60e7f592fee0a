/** The four asset accounts and transfers; the console's ledger explorer and balance sheet. */
import * as z from 'zod/mini';
import { OPERATORS, route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zAccount,
  zDecimal,
  zId,
  zPositiveDecimal,
  zReason,
  zSignedDecimal,
  zTime,
} from './wire/scalars.ts';

const tag = 'Assets';

/** Kinds of record a user's postings have. More come with the products. */
export const RECORD_KINDS = [
  'deposit',
  'faucet',
  'withdrawal',
  'correction',
  'transfer',
  'trade',
  'futures_open',
  'futures_close',
  'option_purchase',
  'option_delivery',
  'hosting_interest',
  'hosting_redemption',
  'subscription',
  'rebate_payout',
  'family_transfer',
] as const;

export const zRecordKind = z.enum(RECORD_KINDS);

export type RecordKind = (typeof RECORD_KINDS)[number];

export const zBalance = z.object({
  currency_id: z.number(),
  name: z.string(),
  available: zDecimal,
  frozen: zDecimal,
  total: zDecimal,
  /** In the convert currency at the index; absent without an index. */
  converted: z.optional(zDecimal),
});

export type Balance = z.infer<typeof zBalance>;

export const zWallet = z.object({
  convert_currency: z.string(),
  total: zDecimal,
  /** When the index prices used were sampled. */
  time: z.number(),
  accounts: z.array(
    z.object({
      account: zAccount,
      /**
       * Of contract: with what closing all that is held now would bring, as far as there is an index. Of option: with what is in
       * open options.
       */
      total: zDecimal,
      /** Contract only, in the convert currency: of the price, before fees. */
      unrealised_pnl: z.optional(zSignedDecimal),
      /** Contract only: less the fees that closing would take. Its part in `total`. */
      unrealised_net: z.optional(zSignedDecimal),
      /** Option only, in the convert currency: stakes and fees of open options, their part in `total`. */
      open_stakes: z.optional(zDecimal),
      balances: z.array(zBalance),
    }),
  ),
  /** What has left one account and is not in the other yet; its owner's, and in `total`. Absent where nothing is. */
  on_the_way: z.optional(
    z.object({
      /** In the convert currency, as far as there is an index. */
      total: zDecimal,
      currencies: z.array(
        z.object({
          currency_id: z.number(),
          name: z.string(),
          amount: zDecimal,
          /** In the convert currency at the index; absent without an index. */
          converted: z.optional(zDecimal),
        }),
      ),
    }),
  ),
});

export type Wallet = z.infer<typeof zWallet>;

export const zPosting = z.object({
  id: z.number(),
  account: zAccount,
  currency_id: z.number(),
  kind: zRecordKind,
  amount: zSignedDecimal,
  balance: zDecimal,
  note: z.string(),
  /** Of an entry that is no act of the account's owner: a correction, a refund, a payment that its chain undid. */
  correction: z.optional(
    z.object({
      entry_id: z.number(),
      reason: z.string(),
      /** Numbers of who proposed and who approved it; none where a chain undid the payment. */
      operators: z.array(z.number()),
    }),
  ),
  time: z.number(),
});

export type PostingRecord = z.infer<typeof zPosting>;

/**
 * `on_the_way`: out of one account and not yet in the other, which another engine keeps. It ends as `done`, or as `returned`
 * where that one refused it. Between accounts of one engine a transfer is `done` at once.
 */
export const zTransferStatus = z.enum(['done', 'on_the_way', 'returned']);

export type TransferStatus = z.infer<typeof zTransferStatus>;

export const zTransfer = z.object({
  id: z.number(),
  from_account: zAccount,
  to_account: zAccount,
  currency_id: z.number(),
  amount: zDecimal,
  /** When it left. */
  time: z.number(),
  status: zTransferStatus,
  /** When it arrived or came back, if it was on its way. */
  ended_at: z.optional(z.number()),
  /** Of one that came back: why, in the language of the call. */
  reason: z.optional(z.string()),
});

export type TransferRecord = z.infer<typeof zTransfer>;

const READERS = ['reviewer', 'manager', 'auditor'] as const;

/** `house:capital`, or `user:17:coin`. */
export const zAccountName = z
  .string()
  .check(z.regex(/^(house:[a-z_]{3,30}|user:[1-9]\d{0,9}:(coin|option|contract|trust))$/));

export const zLedgerPosting = z.object({
  entry_id: z.number(),
  account: z.string(),
  currency_id: z.number(),
  currency: z.string(),
  amount: zSignedDecimal,
  balance: zSignedDecimal,
  time: z.number(),
});

export const zLedgerEntry = z.object({
  id: z.number(),
  sequence: z.number(),
  reason: z.string(),
  reference: z.string(),
  time: z.number(),
  postings: z.array(zLedgerPosting),
});

export type LedgerEntry = z.infer<typeof zLedgerEntry>;

export const zBalanceSheet = z.object({
  currency_id: z.number(),
  currency: z.string(),
  /** What users own, by account, and its sum. */
  liabilities: z.array(z.object({ account: z.string(), total: zDecimal, frozen: zDecimal })),
  liabilities_total: zDecimal,
  house: z.array(z.object({ account: z.string(), total: zSignedDecimal })),
  in_transit: zDecimal,
  receivables: zDecimal,
  /** Custody: what lies outside in our name, −external. */
  custody: zSignedDecimal,
  /** Of everything: zero, always. */
  sum: zSignedDecimal,
});

export type BalanceSheet = z.infer<typeof zBalanceSheet>;

export const ledgerRoutes = {
  wallet: route({
    method: 'POST',
    path: 'wallet/list',
    tag,
    summary: 'All balances',
    access: 'user',
    request: nothing,
    response: zWallet,
  }),
  walletDetail: route({
    method: 'POST',
    path: 'wallet/detail',
    tag,
    summary: 'One balance',
    access: 'user',
    request: z.strictObject({ account: zAccount, currency_id: zId }),
    response: z.object({
      available: zDecimal,
      frozen: zDecimal,
      total: zDecimal,
      converted: z.optional(zDecimal),
      deposit: z.boolean(),
      withdraw: z.boolean(),
      transfer: z.boolean(),
    }),
  }),
  records: route({
    method: 'POST',
    path: 'wallet/legal_log',
    tag,
    summary: 'Every posting of the user, newest first',
    access: 'user',
    request: z.strictObject({
      account: z.optional(zAccount),
      currency_id: z.optional(zId),
      kind: z.optional(zRecordKind),
      from: z.optional(zTime),
      to: z.optional(zTime),
      ...paging,
    }),
    response: pageOf(zPosting),
  }),
  transfer: route({
    method: 'POST',
    path: 'wallet/change',
    tag,
    summary: 'Moves money between own accounts',
    access: 'user',
    isMoney: true,
    rate: 'money',
    request: z.strictObject({
      from_account: zAccount,
      to_account: zAccount,
      currency_id: zId,
      amount: zPositiveDecimal,
    }),
    response: z.object({ id: z.number(), status: zTransferStatus }),
    errors: ['insufficient_balance', 'same_account', 'above_maximum', 'not_found', 'cancel_only'],
  }),
  transfers: route({
    method: 'GET',
    path: 'wallet/hzhistory',
    tag,
    summary: 'Transfers of the user, newest first',
    access: 'user',
    request: z.strictObject({ ...paging }),
    response: pageOf(zTransfer),
  }),
} as const;

/** Where history before a time lies, oldest first. A demo removes its own, and has no file of it. */
const zArchive = z.object({
  before: z.number(),
  file: z.optional(z.string()),
  digest: z.optional(z.string()),
});

export const operatorLedgerRoutes = {
  ledgerEntries: route({
    method: 'GET',
    path: 'operator/ledger/entries',
    tag: OPERATORS,
    summary: 'Journal entries with their postings, newest first',
    access: READERS,
    request: z.strictObject({
      reason: z.optional(z.string().check(z.maxLength(30))),
      reference: z.optional(z.string().check(z.maxLength(140))),
      account: z.optional(zAccountName),
      currency_id: z.optional(zId),
      entry_id: z.optional(zId),
      from: z.optional(zTime),
      to: z.optional(zTime),
      ...paging,
    }),
    response: z.extend(pageOf(zLedgerEntry), { archives: z.optional(z.array(zArchive)) }),
  }),
  ledgerHolds: route({
    method: 'GET',
    path: 'operator/ledger/holds',
    tag: OPERATORS,
    summary:
      'What is frozen and for what: orders, positions, withdrawals, locked funds and subscriptions',
    access: READERS,
    request: z.strictObject({ user_id: z.optional(zId), currency_id: z.optional(zId), ...paging }),
    response: pageOf(
      z.object({
        kind: z.enum([
          'order',
          'trigger_order',
          'position',
          'withdrawal',
          'hosting',
          'subscription',
        ]),
        id: z.number(),
        user_id: z.number(),
        currency: z.string(),
        amount: zDecimal,
        time: z.number(),
      }),
    ),
  }),
  balanceSheet: route({
    method: 'GET',
    path: 'operator/balance_sheet',
    tag: OPERATORS,
    summary: 'Liabilities, house accounts and custody per currency; the sum is zero',
    access: READERS,
    request: nothing,
    response: z.object({
      time: z.number(),
      /** When the books were last checked, and whether they add up. */
      checked_at: z.optional(z.number()),
      is_sound: z.boolean(),
      currencies: z.array(zBalanceSheet),
    }),
  }),
  proposeEntry: route({
    method: 'POST',
    path: 'operator/journal/propose',
    tag: OPERATORS,
    summary: 'Proposes a journal entry; another operator posts it',
    access: ['reviewer', 'manager'],
    rate: 'write',
    request: z.strictObject({
      currency_id: zId,
      amount: zPositiveDecimal,
      source: zAccountName,
      target: zAccountName,
      reason: zReason,
    }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['same_account'],
  }),
} as const;
