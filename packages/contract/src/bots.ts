import * as z from 'zod/mini';
import { API_KEY_PERMISSIONS } from './wire/constants.ts';
import { route } from './wire/route.ts';
import { nothing, zBoolean, zId, zOtp, zText, zTime } from './wire/scalars.ts';

const tag = 'API keys';

/** Keys of one user that are not revoked. */
export const API_KEYS_MAX = 10;

/** Addresses and networks that one key may be used from. */
export const API_KEY_IPS_MAX = 20;

export const zApiKey = z.object({
  id: z.number(),
  label: z.string(),
  /** The key's first characters: enough to tell keys apart, too few to use one. */
  prefix: z.string(),
  permissions: z.array(z.enum(API_KEY_PERMISSIONS)),
  /** Whether it opens the calls of this API too; keys of before they could do so open the Binance interface only. */
  opens_api: z.boolean(),
  /** Addresses and networks it may be used from; empty: from anywhere. */
  ips: z.array(z.string()),
  created_at: z.number(),
  expires_at: z.optional(z.number()),
  last_used_at: z.optional(z.number()),
  last_used_ip: z.optional(z.string()),
  /** What checks its requests, base64 of SPKI: of a key whose owner signs with Ed25519. Absent: it has a secret. */
  public_key: z.optional(z.string()),
});

export type ApiKey = z.infer<typeof zApiKey>;

const proof = {
  /** Of the login. */
  password: z.string().check(z.minLength(1), z.maxLength(256)),
  otp: z.optional(zOtp),
};

const terms = {
  label: z.string().check(z.maxLength(40), z.regex(/\S/)),
  /** Whether it may place, change and cancel spot orders beside reading. */
  trade: z._default(zBoolean, false),
  /** Whether it may open, change and close positions. */
  futures: z._default(zBoolean, false),
  /** Whether it may buy rise/fall options. */
  options: z._default(zBoolean, false),
  /** Whether it may lock funds, redeem them and subscribe to new coins. */
  earn: z._default(zBoolean, false),
  /** Whether it may move money between its owner's accounts. */
  transfer: z._default(zBoolean, false),
  /** IPv4 and IPv6 addresses and networks (`203.0.113.7`, `2001:db8::/48`), apart by commas or blanks. */
  ips: z.optional(z.string().check(z.maxLength(1_000))),
  /** When it ends by itself, ms. */
  expires_at: z.optional(zTime),
};

const errors = ['password_wrong', 'locked_out', 'mfa_required', 'code_wrong'] as const;

export const botRoutes = {
  apiKeys: route({
    method: 'GET',
    path: 'user/api_keys',
    tag,
    summary: 'Own API keys that are not revoked, newest first',
    access: 'user',
    request: nothing,
    response: z.array(zApiKey),
  }),
  createApiKey: route({
    method: 'POST',
    path: 'user/api_keys/create',
    tag,
    summary: 'Makes an API key; its secret is shown only now. With a public key there is none',
    access: 'user',
    rate: 'login',
    request: z.strictObject({
      ...terms,
      /** Of Ed25519, as PEM or base64 of SPKI: the owner signs with the private one, and there is no secret. */
      public_key: z.optional(z.string().check(z.maxLength(400))),
      ...proof,
    }),
    response: z.object({
      api_key: zApiKey,
      /** Sent as api-key, or as X-MBX-APIKEY over the Binance interface. */
      key: z.string(),
      /** Signs requests (HMAC-SHA256); absent where a public key was given. */
      secret: z.optional(z.string()),
    }),
    errors: ['api_key_limit', ...errors],
  }),
  editApiKey: route({
    method: 'POST',
    path: 'user/api_keys/edit',
    tag,
    summary:
      'Sets label, permissions, addresses and end of a key anew: what is left out is taken away',
    access: 'user',
    rate: 'login',
    request: z.strictObject({ id: zId, ...terms, ...proof }),
    response: zApiKey,
    errors: [...errors],
  }),
  revokeApiKey: route({
    method: 'POST',
    path: 'user/api_keys/revoke',
    tag,
    summary: 'Ends a key at once',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: zText,
  }),
} as const;
