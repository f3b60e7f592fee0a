/** What personal messages say: the same words in the app, on the socket and in the mail. */
import type { MessageKind } from '@fairlead/contract';
import { CATALOGUES, type Say, type TextKey } from '../core/texts/texts.ts';

export type MessageValues = Readonly<Record<string, string>>;
/** Longer ones are hashes, of which nobody reads the middle. */
const TX_ID_LENGTH_MAX = 40;

export type NoParams = Readonly<Record<never, string>>;

/** Title and body in the language of `say`; what is of a sub-account and sent to its owner begins with its name. */
export function sayMessage(
  kind: MessageKind,
  params: MessageValues,
  say: Say,
): { readonly title: string; readonly body: string } {
  const {
    reason,
    amount,
    filled,
    spent,
    change,
    interest,
    profit,
    price,
    index,
    tx_id: txId,
    sub_account: subAccount,
  } = params;
  const values = {
    ...params,
    ...rightsOf(params['may'], say),
    ...(reason !== undefined && { reason: withoutStop(sayReason(reason, say)) }),
    ...(amount !== undefined && { amount: shownAmount(amount) }),
    ...(filled !== undefined && { filled: shownAmount(filled) }),
    ...(spent !== undefined && { spent: shownAmount(spent) }),
    ...(change !== undefined && { change: signed(shownAmount(change.replace('+', ''))) }),
    ...(interest !== undefined && { interest: shownAmount(interest) }),
    ...(profit !== undefined && { profit: signed(shownAmount(profit)) }),
    ...(price !== undefined && { price: grouped(price) }),
    ...(index !== undefined && { index: grouped(index) }),
    ...(txId !== undefined && { tx_id: shownTxId(txId) }),
  };
  const title = say(`messages.${kind}.title`, values);
  return {
    title: subAccount === undefined ? title : `${subAccount.replaceAll(/\s+/g, ' ')} · ${title}`,
    body: say(`messages.${kind}.body`, values),
  };
}

/** What a key may do beside reading; messages of before there was more do not say it. */
function rightsOf(may: string | undefined, say: Say): MessageValues {
  if (may === undefined) return { rights: 'unknown', may: '' };
  const words = may.split(' ').filter((word) => word !== '');
  const names = words.map((word) => say(`permissions.${word}` as TextKey));
  return { rights: names.length === 0 ? 'read' : 'act', may: names.join(' · ') };
}

/** "1500.000000" is read as "1,500": no zeros that say nothing, thousands apart, never rounded. */
function shownAmount(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const rest = decimals.replace(/(?<!0)0+$/, '');
  return grouped(rest === '' ? whole : `${whole}.${rest}`);
}

/** Thousands apart; prices keep the decimals of their market. */
function grouped(decimal: string): string {
  const [whole = '', decimals] = decimal.split('.');
  // From the end: an expression for it would look at the whole rest at each digit.
  const threes: string[] = [];
  for (let end = whole.length; end > 0; end -= 3)
    threes.unshift(whole.slice(Math.max(end - 3, 0), end));
  const apart = threes.join(',').replace(/^-,/, '-');
  return decimals === undefined ? apart : `${apart}.${decimals}`;
}

/** A gain says so. */
const signed = (amount: string): string =>
  amount.startsWith('-') || amount === '0' ? amount : `+${amount}`;

/** Both ends of a transaction's name, as "0xabab…ab38"; what is shorter, as a bank's reference, stays. */
const shownTxId = (txId: string): string =>
  txId.length <= TX_ID_LENGTH_MAX ? txId : `${txId.slice(0, 6)}…${txId.slice(-4)}`;

/** The sentence it stands in has a stop of its own. */
const withoutStop = (reason: string): string =>
  reason.replace(/(?<![\s.。．｡])[\s.。．｡]+$/u, '') || reason;

/** A known word becomes a sentence; what a reviewer wrote stays as it is. */
export function sayReason(reason: string, say: Say): string {
  return Object.hasOwn(CATALOGUES.en.reasons, reason)
    ? say(`reasons.${reason}` as TextKey)
    : reason;
}
