/** The cold wallets, whose keys the operators hold: what they have, and payments to hot wallets, signed outside (BIP-174, EIP-712). */
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
/** Fifty owners' signatures, with what stands between them. */
const SIGNATURES_LENGTH_MAX = 10_000;

export const zColdStatus = z.enum([
  'signing',
  /** Of a Safe: enough have, and somebody has to send it. */
  'signed',
  'sent',
  'confirmed',
  'cancelled',
  'expired',
  'failed',
]);
export type ColdStatus = z.infer<typeof zColdStatus>;

/** In bitcoin an output descriptor's, on Ethereum a Safe. */
const zColdChain = z.union([z.literal('OMNI'), z.literal('ERC20')]);
export type ColdChain = z.infer<typeof zColdChain>;

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

export const zColdSafe = z.object({
  address: z.string(),
  /** Absent while the nodes do not answer, or do not agree; what follows too. */
  chain_id: z.optional(z.number()),
  version: z.optional(z.string()),
  /** m, and n owners. */
  required: z.optional(z.number()),
  owners: z.optional(z.array(z.string())),
  nonce: z.optional(z.number()),
  /** Who else than m owners has power over it. While one is there that is no `guard`, nothing is built. */
  findings: z.optional(
    z.array(
      z.object({
        kind: z.enum([
          'unknown_code',
          'unproved',
          'initializer',
          'one_signs',
          'module',
          'handler',
          'guard',
        ]),
        address: z.optional(z.string()),
      }),
    ),
  ),
  balances: z.array(
    z.object({
      currency: z.string(),
      scale: z.number(),
      balance: z.optional(zDecimal),
      held: z.optional(zDecimal),
      /** What may be paid: Ethereum addresses of OWN_ADDRESSES but its own. */
      hot: z.array(zHeld),
    }),
  ),
});
export type ColdSafeView = z.infer<typeof zColdSafe>;

export const zColdSpend = z.object({
  id: z.number(),
  status: zColdStatus,
  chain: zColdChain,
  currency: z.string(),
  /** A transaction's name, or a safeTxHash: signatures do not change it. */
  tx_id: z.string(),
  address: z.string(),
  amount: zDecimal,
  /** Fee, change and coins are bitcoin's. */
  fee: z.optional(zDecimal),
  change: z.optional(zDecimal),
  coins: z.optional(z.number()),
  /** A Safe's; payments are carried out in its order. */
  nonce: z.optional(z.number()),
  /** The Safe that pays. */
  safe: z.optional(z.string()),
  /** The transaction that called the Safe with it. */
  carried_by: z.optional(z.string()),
  required: z.number(),
  keys: z.number(),
  signed: z.array(
    z.object({
      number: z.number(),
      /** A key's; of a Safe its owner's address. */
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
    summary: 'The cold wallets and the hot ones that they may pay, asked of the nodes now',
    access: READERS,
    request: nothing,
    response: z.object({ wallet: z.optional(zColdWallet), safe: z.optional(zColdSafe) }),
  }),
  operatorColdSpends: route({
    method: 'GET',
    path: 'operator/cold_wallet/spends',
    tag: OPERATORS,
    summary: 'Payments of the cold wallets, newest first',
    access: READERS,
    request: z.strictObject({ ...paging }),
    response: pageOf(zColdSpend),
  }),
  operatorColdSpend: route({
    method: 'GET',
    path: 'operator/cold_wallet/spend',
    tag: OPERATORS,
    summary: 'One payment, with what the next operator signs: a PSBT, or typed data of a Safe',
    access: READERS,
    request: z.strictObject({ id: zId }),
    response: z.object({
      ...zColdSpend.shape,
      /** Base64, with the signatures that there are. */
      psbt: z.optional(z.string()),
      /** Of a Safe's payment: JSON for eth_signTypedData_v4, and what hardware shows of it. */
      typed_data: z.optional(z.string()),
      domain_hash: z.optional(z.string()),
      message_hash: z.optional(z.string()),
      /** Once enough have signed: what anybody calls the Safe with, without ether. */
      call: z.optional(z.string()),
    }),
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
      /** BTC, or of a Safe ETH or USDT. */
      currency: z.optional(z.string().check(z.minLength(1), z.maxLength(10))),
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
      "Takes signatures of operators' wallets, of a PSBT or of a Safe's typed data; with enough of them it is sent, or may be",
    access: ['reviewer', 'manager'],
    rate: 'write',
    isLong: true,
    request: z.strictObject({
      id: zId,
      /** Base64. */
      psbt: z.optional(z.string().check(z.minLength(1), z.maxLength(PSBT_LENGTH_MAX))),
      /** Of a Safe's payment: one or more of 65 bytes in hexadecimal digits. */
      signatures: z.optional(z.string().check(z.minLength(1), z.maxLength(SIGNATURES_LENGTH_MAX))),
    }),
    response: zColdSpend,
    errors: ['already_decided', 'chain_closed'],
  }),
  cancelColdSpend: route({
    method: 'POST',
    path: 'operator/cold_wallet/cancel',
    tag: OPERATORS,
    summary: 'Gives up a payment that is not sent, and frees its coins or its nonce',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason: zReason }),
    response: zColdSpend,
    errors: ['already_decided'],
  }),
} as const;
