/** The cold wallet, whose keys the operators hold: what it has, and payments from it to the hot wallet, signed outside (BIP-174). */
import * as z from 'zod/mini';
import { OPERATORS, route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zDecimal,
  zId,
  zPositiveDecimal,
  zReason,
} from './wire/scalars.ts';

const READERS = ['reviewer', 'manager', 'auditor'] as const;
/** In base64: twenty coins with the transactions that made them. */
export const PSBT_LENGTH_MAX = 400_000;

export const zColdStatus = z.enum([
  'signing',
  'sent',
  'confirmed',
  'cancelled',
  'expired',
  'failed',
]);
export type ColdStatus = z.infer<typeof zColdStatus>;

const zHeld = z.object({
  address: z.string(),
  /** In bitcoin, of outputs in blocks; absent where the node does not say. */
  balance: z.optional(zDecimal),
});

export const zColdWallet = z.object({
  /** m: how many have to sign. */
  required: z.number(),
  keys: z.array(
    z.object({
      /** From 0, in the descriptor's order. */
      number: z.number(),
      fingerprint: z.string(),
      path: z.string(),
      xpub: z.string(),
    }),
  ),
  descriptor: z.string(),
  /** The next address that nobody has paid, to fill it: compare it with a hardware wallet. Absent while the node does not answer. */
  receive: z.optional(z.object({ index: z.number(), address: z.string() })),
  /** Of coins with the confirmations of the settings. */
  balance: z.optional(zDecimal),
  /** The part of it that open payments spend. */
  held: z.optional(zDecimal),
  /**
   * Beside the balance: what lies on addresses with more coins than the node tells of (strangers pay dust). It is there, and only the
   * coins that are known can be spent from here. Absent where all is known.
   */
  unlisted: z.optional(zDecimal),
  /** What may be paid: bitcoin addresses of HOT_ADDRESSES, without it of OWN_ADDRESSES. */
  hot: z.array(zHeld),
});
export type ColdWalletView = z.infer<typeof zColdWallet>;

export const zColdSpend = z.object({
  id: z.number(),
  status: zColdStatus,
  tx_id: z.string(),
  address: z.string(),
  amount: zDecimal,
  fee: zDecimal,
  change: zDecimal,
  coins: z.number(),
  required: z.number(),
  keys: z.number(),
  signed: z.array(
    z.object({
      number: z.number(),
      fingerprint: z.string(),
      /** Who brought the file. Whose key it is only the key's holder knows. */
      operator: z.string(),
      time: z.number(),
    }),
  ),
  reason: z.string(),
  proposed_by: z.string(),
  time: z.number(),
  expires_at: z.number(),
  ended_by: z.optional(z.string()),
  ended_for: z.optional(z.string()),
  changed_at: z.number(),
});
export type ColdSpendView = z.infer<typeof zColdSpend>;

export const operatorColdRoutes = {
  operatorColdWallet: route({
    method: 'GET',
    path: 'operator/cold_wallet',
    tag: OPERATORS,
    summary: 'The cold wallet and the hot ones that it may pay, asked of the node now',
    access: READERS,
    request: nothing,
    response: z.object({ wallet: z.optional(zColdWallet) }),
  }),
  operatorColdSpends: route({
    method: 'GET',
    path: 'operator/cold_wallet/spends',
    tag: OPERATORS,
    summary: 'Payments of the cold wallet, newest first',
    access: READERS,
    request: z.strictObject({ ...paging }),
    response: pageOf(zColdSpend),
  }),
  operatorColdSpend: route({
    method: 'GET',
    path: 'operator/cold_wallet/spend',
    tag: OPERATORS,
    summary: 'One payment, with the PSBT that the next operator signs',
    access: READERS,
    request: z.strictObject({ id: zId }),
    /** Base64, with the signatures that there are. */
    response: z.object({ ...zColdSpend.shape, psbt: z.string() }),
  }),
  proposeColdSpend: route({
    method: 'POST',
    path: 'operator/cold_wallet/propose',
    tag: OPERATORS,
    summary:
      'Builds a payment from the cold wallet to a hot one; nothing moves until enough keys have signed it',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({
      address: z.string().check(z.minLength(14), z.maxLength(100)),
      amount: zPositiveDecimal,
      reason: zReason,
    }),
    response: zColdSpend,
    errors: ['chain_closed', 'insufficient_balance'],
  }),
  signColdSpend: route({
    method: 'POST',
    path: 'operator/cold_wallet/sign',
    tag: OPERATORS,
    summary:
      "Takes the signatures of a PSBT that operators' wallets signed; with enough of them it is sent",
    access: ['reviewer', 'manager'],
    rate: 'write',
    isLong: true,
    request: z.strictObject({
      id: zId,
      /** Base64. */
      psbt: z.string().check(z.minLength(1), z.maxLength(PSBT_LENGTH_MAX)),
    }),
    response: zColdSpend,
    errors: ['already_decided', 'chain_closed'],
  }),
  cancelColdSpend: route({
    method: 'POST',
    path: 'operator/cold_wallet/cancel',
    tag: OPERATORS,
    summary: 'Gives up a payment that too few have signed, and frees its coins',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason: zReason }),
    response: zColdSpend,
    errors: ['already_decided'],
  }),
} as const;
