/** The console: terms of networks, limits, bank accounts. */
import * as z from 'zod/mini';
import { zTermsSaved } from '../terms.ts';
import { WAYS } from '../wire/constants.ts';
import { OPERATORS, route } from '../wire/route.ts';
import {
  nothing,
  zBoolean,
  zDecimal,
  zId,
  zInteger,
  zPositiveDecimal,
  zWithin,
} from '../wire/scalars.ts';
import { TERM_FORMS, TERM_LENGTHS } from '../wire/term-texts.ts';

export const zChainTerms = z.strictObject({
  currency_id: zId,
  /** BANK: bank transfers and cards. */
  chain: z.enum(WAYS),
  min_deposit: zDecimal,
  min_withdraw: zDecimal,
  withdraw_fee: zDecimal,
  confirmations: z.pipe(zInteger, z.number().check(z.lte(10_000))),
  is_deposit_open: zBoolean,
  is_withdraw_open: zBoolean,
  /** Withdrawals and claims of at least this much need two operators. */
  two_approvals_from: zPositiveDecimal,
});

export type ChainTerms = z.infer<typeof zChainTerms>;

export const operatorCustodyTermsRoutes = {
  chainTerms: route({
    method: 'GET',
    path: 'operator/chains',
    tag: OPERATORS,
    summary: 'Fees, minimums, confirmations and thresholds by currency and network',
    access: ['manager', 'reviewer', 'auditor'],
    request: nothing,
    response: z.array(zChainTerms),
  }),
  saveChainTerms: route({
    method: 'POST',
    path: 'operator/chains/save',
    tag: OPERATORS,
    summary:
      'Changes terms at once; what weakens a safeguard becomes a proposal for a second operator',
    access: ['manager'],
    rate: 'write',
    request: zChainTerms,
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  custodySettings: route({
    method: 'GET',
    path: 'operator/settings',
    tag: OPERATORS,
    summary: 'Limits of withdrawals, the priority volume, bank accounts',
    access: ['manager', 'reviewer', 'auditor'],
    request: nothing,
    response: z.object({
      /** Worth in USDT a day by verification. */
      daily_value_basic: zDecimal,
      daily_value_advanced: zDecimal,
      daily_count: z.number(),
      vip_volume: zDecimal,
      bank_accounts: z.array(
        z.object({
          currency_id: z.number(),
          account_name: z.string(),
          account_number: z.string(),
          bank_name: z.string(),
          bank_address: z.string(),
          swift_code: z.string(),
          /** "" where the account names no money. */
          fiat_currency: z.string(),
          fiat_rate: z.string(),
        }),
      ),
    }),
  }),
  saveCustodySettings: route({
    method: 'POST',
    path: 'operator/settings/save',
    tag: OPERATORS,
    summary: 'Changes limits; raising one needs a second operator',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({
      daily_value_basic: zPositiveDecimal,
      daily_value_advanced: zPositiveDecimal,
      daily_count: z.pipe(zInteger, z.number().check(z.gte(1), z.lte(100))),
      vip_volume: zPositiveDecimal,
    }),
    response: zTermsSaved,
  }),
  saveBankAccount: route({
    method: 'POST',
    path: 'operator/bank_accounts/save',
    tag: OPERATORS,
    summary: 'Proposes the bank account users pay into; a second operator puts it in force',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({
      currency_id: zId,
      account_name: zWithin(TERM_LENGTHS.account_name),
      account_number: z.string().check(z.regex(TERM_FORMS.account_number)),
      bank_name: zWithin(TERM_LENGTHS.bank_name),
      bank_address: zWithin(TERM_LENGTHS.bank_address),
      swift_code: z.string().check(z.regex(TERM_FORMS.swift_code)),
      /** What money the account takes, by ISO 4217, and what one of it is credited as; both or neither ("" is none). */
      fiat_currency: z.optional(z.string().check(z.regex(TERM_FORMS.fiat_currency))),
      fiat_rate: z.optional(z.string().check(z.regex(TERM_FORMS.fiat_rate))),
    }),
    response: z.object({ proposal_id: z.number() }),
  }),
} as const;
