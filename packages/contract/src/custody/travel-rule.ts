/** Whose wallets deposits came from, what other providers say of it, and proofs of own wallets. */
import * as z from 'zod/mini';
import { route } from '../wire/route.ts';
import { zDecimal, zId, zRealName } from '../wire/scalars.ts';
import { zAddressText, zChain, zRecipientWallet } from './records.ts';

const tag = 'Assets';

/** What is asked of a deposit that is credited and not usable yet. */
export const zDepositOrigin = z.object({
  /** Its owner has not said whose wallet it came from. */
  is_asked: z.boolean(),
  /** What was said: both names with `provider`, none with `own`. */
  wallet: z.optional(zRecipientWallet),
  provider: z.optional(z.string()),
  originator: z.optional(z.string()),
  /** An own wallet is to be proven by a signature of one of these, from which it came. */
  prove: z.optional(z.array(z.string())),
});

export type DepositOrigin = z.infer<typeof zDepositOrigin>;

/** What was said of a deposit and answered, for operators. */
export const zOperatorOrigin = z.object({
  wallet: z.optional(zRecipientWallet),
  provider: z.optional(z.string()),
  originator: z.optional(z.string()),
  /** From which it came, where its chain tells. */
  senders: z.array(z.string()),
  /** Of those the one that its owner signed with. */
  proven: z.optional(z.string()),
  answer: z.optional(z.enum(['accepted', 'rejected', 'unknown_provider', 'mismatch'])),
  /** In the provider's words; of a mismatch what did not match. */
  reason: z.optional(z.string()),
  /** As the provider names its case. */
  reference: z.optional(z.string()),
});

export type OperatorOrigin = z.infer<typeof zOperatorOrigin>;

const zWord = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));
const zName = z.string().check(z.minLength(1), z.maxLength(100));
const atMost = (count: number) => [z.minLength(1), z.maxLength(count)] as const;
const zNames = z
  .array(z.object({ primaryIdentifier: zName, secondaryIdentifier: z.optional(zName) }))
  .check(...atMost(10));

/** Of IVMS 101 what is looked at; all else of a person is left unread. */
const zPerson = z.object({
  naturalPerson: z.optional(
    z.object({
      name: z.object({
        nameIdentifier: zNames,
        localNameIdentifier: z.optional(zNames),
        phoneticNameIdentifier: z.optional(zNames),
      }),
    }),
  ),
  legalPerson: z.optional(
    z.object({
      name: z.object({
        nameIdentifier: z.array(z.object({ legalPersonName: zName })).check(...atMost(10)),
      }),
    }),
  ),
});

export type TravelPerson = z.infer<typeof zPerson>;

export const travelRuleRoutes = {
  sayOrigin: route({
    method: 'POST',
    path: 'wallet/origin',
    tag,
    summary:
      'Says whose wallet a deposit came from, which is not usable before; the same again changes nothing',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      /** Of the deposit. */
      id: zId,
      wallet: zRecipientWallet,
      /** Both with `provider`, none with `own`. */
      provider: z.optional(zRealName),
      originator: z.optional(zRealName),
    }),
    response: z.object({ id: z.number() }),
    errors: ['not_found', 'already_decided', 'wallet_proof_needed'],
  }),
  askWalletProof: route({
    method: 'POST',
    path: 'wallet/proof',
    tag,
    summary: 'A text for the wallet of an own address to sign; good for an hour',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ chain: zChain, address: zAddressText }),
    response: z.object({ id: z.number(), message: z.string(), expires_at: z.number() }),
    errors: ['not_found'],
  }),
  signWalletProof: route({
    method: 'POST',
    path: 'wallet/proof/sign',
    tag,
    summary: 'What the wallet signed; proves the address for this user from then on',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      id: zId,
      signature: z.string().check(z.minLength(1), z.maxLength(1_000)),
    }),
    response: z.object({ id: z.number() }),
    errors: ['not_found', 'signature_wrong'],
  }),
  travelCallback: route({
    method: 'POST',
    path: 'travel/callback',
    tag,
    summary:
      'The message of an originator’s provider of a deposit, by the operator’s gateway; signed as Standard Webhooks has it, by `webhook-id`, `webhook-timestamp` and `webhook-signature`',
    request: z.strictObject({
      /** Also the `webhook-id`. */
      id: zWord,
      transfer: z.object({
        direction: z.literal('in'),
        chain: zChain,
        tx_id: zWord,
        address: zAddressText,
        currency: z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/)),
        amount: zDecimal,
      }),
      ivms101: z.object({
        originator: z.object({ originatorPerson: z.array(zPerson).check(...atMost(10)) }),
        beneficiary: z.object({ beneficiaryPerson: z.array(zPerson).check(...atMost(10)) }),
      }),
    }),
    response: z.object({ id: z.string(), answer: z.literal('taken') }),
    errors: ['api_signature_wrong', 'idempotency_conflict', 'not_found'],
  }),
} as const;
