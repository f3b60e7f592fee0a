/** Ready-made reasons as operators read them. What is sent is the word; each user reads it in their own language. */
import type { ReadyReason } from '@fairlead/contract';
import { READY_REASONS } from '@fairlead/contract/constants';

const TEXTS: Readonly<Record<ReadyReason, string>> = {
  payment_missing: 'The payment has not arrived',
  voucher_name: "The name on the voucher is not the user's",
  voucher_unreadable: 'The voucher cannot be read; a clear picture is asked for',
  payment_credited: 'This payment was credited already',
  address_unconfirmed: 'The address could not be confirmed with the user',
  account_checked: 'The account is being checked; support is named',
  card_name_differs: "The name of the bank account is not the user's",
  photos_unreadable: 'The photos cannot be read; clear ones are asked for',
  name_differs: 'The name is not the one on the document',
  document_expired: 'The document has expired',
  photo_missing: 'The photo with the document is missing or covered',
  number_differs: 'The number is not the one on the document',
  identity_again: 'The check by the provider is to be done once more',
  country_closed: "The offering is not open to the user's country",
  verification_incomplete: 'The verification is not complete',
  one_account: 'One person may subscribe with one account only',
  hold_activity: 'Unusual activity in the account is being checked',
  hold_payment: 'A payment to the user is disputed by its sender',
  hold_wish: 'The user asked for it',
  hold_identity: 'We must be sure who uses the account',
  hold_source: 'The user is asked where the money comes from',
  hold_authority: 'An authority requires it',
};

export type ReadyFor = keyof typeof READY_REASONS;

/** Word and text of each that may be given there. */
export const readyReasons = (given: ReadyFor): readonly (readonly [ReadyReason, string])[] =>
  READY_REASONS[given].map((word) => [word, TEXTS[word]]);
