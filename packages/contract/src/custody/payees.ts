import * as z from 'zod/mini';
import { route } from '../wire/route.ts';
import { nothing, zCode, zCredential, zFactor, zId, zNonce, zText } from '../wire/scalars.ts';
import { zAddressText, zChain, zFundPassword, zNote, zRecipient } from './records.ts';

const tag = 'Assets';

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

export const zWithdrawalAddress = z.object({
  id: z.number(),
  currency_id: z.number(),
  chain: zChain,
  address: z.string(),
  note: z.string(),
  /** Cooling-off: withdrawals to it work from then on. */
  usable_at: z.number(),
  /** What the user said last of whose wallet it is; absent where that is not asked. */
  recipient: z.optional(zRecipient),
});

export type WithdrawalAddress = z.infer<typeof zWithdrawalAddress>;

export const payeeRoutes = {
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
      otp: z.optional(zFactor),
      /** In place of otp: the payee, signed by a passkey (UserIntent), wherever the user has one. */
      nonce: z.optional(zNonce),
      credential: z.optional(zCredential),
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
      'signature_required',
      'passkey_refused',
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
      otp: z.optional(zFactor),
      /** In place of otp: the payee, signed by a passkey (UserIntent), wherever the user has one. */
      nonce: z.optional(zNonce),
      credential: z.optional(zCredential),
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
      'signature_required',
      'passkey_refused',
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
} as const;
