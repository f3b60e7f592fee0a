/** What deposits and withdrawals have in common. */
import * as z from 'zod/mini';
import { CHAINS } from '../wire/constants.ts';
import { paging, zId, zTime } from '../wire/scalars.ts';

export const zChain = z.enum(CHAINS);

export const zRecordStatus = z.enum(['under_review', 'passed', 'rejected']);

export type RecordStatus = z.infer<typeof zRecordStatus>;

/** Longest is a bech32m address of 62 to 90 characters. */
export const zAddressText = z.string().check(z.minLength(20), z.maxLength(100));

export const zNote = z.string().check(z.maxLength(100));

export const zRecipientWallet = z.enum(['own', 'provider']);

/** Whose wallet an address is: the user's own, or one of another provider, which knows the beneficiary by it. */
export const zRecipient = z.object({
  wallet: zRecipientWallet,
  /** Both names with `provider`, none with `own`. */
  provider: z.optional(z.string()),
  beneficiary: z.optional(z.string()),
});

export type Recipient = z.infer<typeof zRecipient>;

export const zTxId = z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/));

/** Six digits. */
export const zFundPassword = z.string().check(z.regex(/^\d{6}$/));

export const zApproval = z.object({
  operator_id: z.number(),
  operator: z.string(),
  time: z.number(),
});

export const filters = {
  id: z.optional(zId),
  status: z.optional(zRecordStatus),
  currency_id: z.optional(zId),
  user_id: z.optional(zId),
  from: z.optional(zTime),
  to: z.optional(zTime),
  ...paging,
};

/**
 * Why one operator's word was not enough where otherwise it is: what that operator passed alone within a day, or of that
 * user within a week, reached its sum; there is no index to say what it is worth; or the operator passed alone what may
 * be the user's money.
 */
export const zHeldFor = z.enum(['operator_day', 'owner_week', 'no_value', 'own_word']);
