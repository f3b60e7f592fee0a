/** What the forms of a webhook ask for; pure. */
import type { RequestOf, StepEventName, Webhook, WebhookState } from '@fairlead/contract';
import type { AppMessages } from '../../i18n/messages.ts';

/** In the order in which they are shown; the server's list, without the schemas that it lies beside. */
export const EVENTS = [
  'order',
  'trigger_order',
  'order_list',
  'position',
  'option',
  'record',
  'balance',
] as const satisfies readonly StepEventName[];

/** What is done to an endpoint: each with its proof. */
export type Act = 'create' | 'edit' | 'rotate' | 'remove';
export const hasTerms = (act: Act): act is 'create' | 'edit' => act === 'create' || act === 'edit';

export interface WebhookDraft {
  readonly label: string;
  readonly url: string;
  readonly chosen: readonly StepEventName[];
  readonly isOn: boolean;
  readonly password: string;
  readonly otp: string;
}

export const FIELDS = ['label', 'url', 'events', 'password', 'otp'] as const;
export type WebhookField = (typeof FIELDS)[number];
/** A key of `webhooks.invalid`. */
export type WebhookProblem = keyof AppMessages['webhooks']['invalid'];

/** A new one is told of money and orders, not of each balance beside them. */
export const draftOf = (webhook: Webhook | undefined): WebhookDraft => ({
  label: webhook?.label ?? '',
  url: webhook?.url ?? '',
  chosen: webhook?.events ?? EVENTS.filter((event) => event !== 'balance'),
  isOn: webhook === undefined || webhook.state === 'active' || webhook.state === 'failing',
  password: '',
  otp: '',
});

export const problemsOf = (
  draft: WebhookDraft,
  { act, hasFactor }: { readonly act: Act; readonly hasFactor: boolean },
): Partial<Record<WebhookField, WebhookProblem>> => ({
  ...(hasTerms(act) && draft.label.trim() === '' && { label: 'label' as const }),
  ...(hasTerms(act) && !/^https?:\/\/\S+$/.test(draft.url.trim()) && { url: 'url' as const }),
  ...(hasTerms(act) && draft.chosen.length === 0 && { events: 'events' as const }),
  ...(draft.password === '' && { password: 'password' as const }),
  ...(hasFactor && draft.otp.trim().length < 6 && { otp: 'otp' as const }),
});

export const proofOf = ({ password, otp }: WebhookDraft) => ({
  password,
  ...(otp.trim() !== '' && { otp: otp.trim() }),
});

export const requestOf = (draft: WebhookDraft): RequestOf<'createWebhook'> => ({
  label: draft.label.trim(),
  url: draft.url.trim(),
  events: draft.chosen.join(','),
  ...proofOf(draft),
});

/** Where it leads, short. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

export const STATE_TAGS: Readonly<Record<WebhookState, 'rise' | 'warn' | 'plain' | 'fall'>> = {
  active: 'rise',
  failing: 'warn',
  paused: 'plain',
  disabled: 'fall',
};
