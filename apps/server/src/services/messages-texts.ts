/** What personal messages say: the same words in the app, on the socket and in the mail. */
import { type MessageKind, PRODUCT } from '@fairlead/contract';
import { CATALOGUES, type Say, type TextKey } from './texts.ts';

export type MessageValues = Readonly<Record<string, string>>;
export type NoParams = Readonly<Record<never, string>>;

/** Title and body in the language of `say`. */
export function sayMessage(
  kind: MessageKind,
  params: MessageValues,
  say: Say,
): { readonly title: string; readonly body: string } {
  const { reason } = params;
  const values = {
    product: PRODUCT,
    ...params,
    ...(reason !== undefined && { reason: sayReason(reason, say) }),
  };
  return {
    title: say(`messages.${kind}.title`, values),
    body: say(`messages.${kind}.body`, values),
  };
}

/** A known word becomes a sentence; what a reviewer wrote stays as it is. */
export function sayReason(reason: string, say: Say): string {
  return Object.hasOwn(CATALOGUES.en.reasons, reason)
    ? say(`reasons.${reason}` as TextKey)
    : reason;
}
