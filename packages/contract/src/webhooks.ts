import * as z from 'zod/mini';
import { STEP_EVENTS, STEP_GAPS, zStep } from './steps.ts';
import { route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zBoolean,
  zId,
  zInteger,
  zOtp,
  zStepNumbers,
  zStepProduct,
  zText,
} from './wire/scalars.ts';

const tag = 'Webhooks';

/** Endpoints of one user. */
export const WEBHOOKS_MAX = 5;
export const WEBHOOK_URL_LENGTH_MAX = 500;
/** Steps of one message. */
export const WEBHOOK_STEPS_MAX = 50;
/** An endpoint that took nothing for so long is no longer tried. */
export const WEBHOOK_FAILING_DAYS = 3;
/** So long after a new secret the one before signs too. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;

/** Names of a request's headers, as Standard Webhooks has them. */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** `disabled`: it failed for days, or answered 410. */
export const WEBHOOK_STATES = ['active', 'failing', 'paused', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/**
 * Why a message was not taken. `status`: an answer that is not 2xx; `redirect`: one that leads elsewhere, which is never followed;
 * `address`: the host is in no public network; `certificate`, `timeout`, `unreachable`.
 */
export const WEBHOOK_FAILURES = [
  'status',
  'redirect',
  'address',
  'certificate',
  'timeout',
  'unreachable',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

const zStepEventName = z.enum(STEP_EVENTS);

export const zWebhook = z.object({
  id: z.number(),
  label: z.string(),
  url: z.string(),
  events: z.array(zStepEventName),
  state: z.enum(WEBHOOK_STATES),
  created_at: z.number(),
  /** The number up to which everything was delivered. */
  number: z.number(),
  /** The same of each product that counts steps of its own. */
  numbers: z.optional(zStepNumbers),
  /** Since when nothing has been taken, ms. */
  failing_since: z.optional(z.number()),
  /** When it is tried again, ms. */
  next_try: z.optional(z.number()),
});

export type Webhook = z.infer<typeof zWebhook>;

export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'skipped'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

export const zWebhookDelivery = z.object({
  /** The `webhook-id` of each try. */
  id: z.string(),
  /** Whose numbers; without it spot's. */
  product: z.optional(zStepProduct),
  /** What it has is after this number, up to `number`. */
  after: z.number(),
  number: z.number(),
  /** `skipped`: its endpoint was set to go on behind it. */
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.number(),
  created_at: z.number(),
  last_try: z.optional(z.number()),
  /** Of the last try: the answer's status, where there was an answer. */
  code: z.optional(z.number()),
  failure: z.optional(z.enum(WEBHOOK_FAILURES)),
  delivered_at: z.optional(z.number()),
});

export type WebhookDelivery = z.infer<typeof zWebhookDelivery>;

/** The body of a request: what `user/steps` answers, of the chosen events only. */
export const zWebhookBody = z.object({
  type: z.literal('steps'),
  /** When the message was made, ISO 8601. */
  timestamp: z.string(),
  data: z.object({
    /** Whose numbers; without it spot's. A message is of one product, and connects to the last one of that. */
    product: z.optional(zStepProduct),
    /** All up to it was in messages before. */
    after: z.number(),
    /** All up to it is had with this one. */
    number: z.number(),
    steps: z.array(zStep),
    /** Steps between `after` and `number` are missing: what is known of the user must be read anew. */
    gap: z.optional(z.enum(STEP_GAPS)),
  }),
});

export type WebhookBody = z.infer<typeof zWebhookBody>;

const proof = {
  /** Of the login. */
  password: z.string().check(z.minLength(1), z.maxLength(256)),
  otp: z.optional(zOtp),
};

const terms = {
  label: z.string().check(z.maxLength(40), z.regex(/\S/)),
  /** https, in a public network. */
  url: z.string().check(z.minLength(8), z.maxLength(WEBHOOK_URL_LENGTH_MAX)),
  /** Names of events, apart by commas: what a step has of others is left out. */
  events: z.string().check(z.minLength(1), z.maxLength(200)),
};

const errors = ['password_wrong', 'locked_out', 'mfa_required', 'code_wrong'] as const;

export const webhookRoutes = {
  webhooks: route({
    method: 'GET',
    path: 'user/webhooks',
    tag,
    summary: 'Own webhook endpoints, oldest first',
    access: 'user',
    request: nothing,
    response: z.array(zWebhook),
  }),
  createWebhook: route({
    method: 'POST',
    path: 'user/webhooks/create',
    tag,
    summary:
      'Adds an endpoint that is told of what happens from now on; its secret is shown only now',
    access: 'user',
    rate: 'login',
    request: z.strictObject({ ...terms, ...proof }),
    response: z.object({
      webhook: zWebhook,
      /** Signs each request (Standard Webhooks, `whsec_…`). */
      secret: z.string(),
    }),
    errors: ['webhook_limit', ...errors],
  }),
  editWebhook: route({
    method: 'POST',
    path: 'user/webhooks/edit',
    tag,
    summary: 'Sets label, address and events of an endpoint anew, and pauses it or lets it go on',
    access: 'user',
    rate: 'login',
    request: z.strictObject({
      id: zId,
      ...terms,
      /** What happens meanwhile is delivered when it goes on. */
      paused: z._default(zBoolean, false),
      ...proof,
    }),
    response: zWebhook,
    errors: [...errors],
  }),
  rotateWebhookSecret: route({
    method: 'POST',
    path: 'user/webhooks/rotate',
    tag,
    summary: 'Gives an endpoint a new secret; for a day the one before signs too',
    access: 'user',
    rate: 'login',
    request: z.strictObject({ id: zId, ...proof }),
    response: z.object({ webhook: zWebhook, secret: z.string() }),
    errors: [...errors],
  }),
  removeWebhook: route({
    method: 'POST',
    path: 'user/webhooks/remove',
    tag,
    summary: 'Removes an endpoint with what is known of its deliveries',
    access: 'user',
    rate: 'login',
    request: z.strictObject({ id: zId, ...proof }),
    response: zText,
    errors: [...errors],
  }),
  webhookDeliveries: route({
    method: 'GET',
    path: 'user/webhooks/deliveries',
    tag,
    summary: 'Messages to an endpoint, newest first',
    access: 'user',
    request: z.strictObject({ id: zId, ...paging }),
    response: pageOf(zWebhookDelivery),
  }),
  replayWebhook: route({
    method: 'POST',
    path: 'user/webhooks/replay',
    tag,
    summary:
      'Lets an endpoint go on after a number: what was delivered since is sent again under the same ids',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ id: zId, after: zInteger, product: z.optional(zStepProduct) }),
    response: zWebhook,
  }),
} as const;
