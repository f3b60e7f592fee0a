/** What users are told by mail where they wish it: which kinds, at once or once a day, and at which hours of theirs. */
import * as z from 'zod/mini';
import { zTimeZone } from './portfolio.ts';
import { route } from './wire/route.ts';
import { zBoolean, zInteger, zText } from './wire/scalars.ts';

/**
 * `fills`: an order was filled to the end, or its time came; `movements`: deposits, withdrawals, money that came back;
 * `results`: an option's result, a position that was closed without its owner, a trigger that was reached; `products`: locked
 * funds and subscriptions that ended or were decided; `recurring`: recurring buys.
 */
export const MAIL_KINDS = ['fills', 'movements', 'results', 'products', 'recurring'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `at_once`: after quiet hours where they hold it; `digest`: with the others, once a day. */
export const MAIL_TIMINGS = ['off', 'at_once', 'digest'] as const;
export type MailTiming = (typeof MAIL_TIMINGS)[number];

const MINUTES_PER_DAY = 1_440;

/** Minutes after midnight, by the clocks of the user's time zone. */
const zMinuteOfDay = z.pipe(zInteger, z.number().check(z.lte(MINUTES_PER_DAY - 1)));

const zMailWish = z.object({ kind: z.enum(MAIL_KINDS), timing: z.enum(MAIL_TIMINGS) });

/** When mails come: minutes after midnight in `time_zone`. */
const zMailHours = z.object({
  /** By its IANA name. */
  time_zone: z.string(),
  /** Whether what comes at once waits for the end of the quiet hours. */
  is_quiet: z.boolean(),
  quiet_from: z.number(),
  /** Exclusive. Earlier than the beginning: of the next day. */
  quiet_to: z.number(),
  digest_at: z.number(),
});
export type MailHours = z.infer<typeof zMailHours>;

export const MAIL_HOURS_DEFAULT: MailHours = {
  time_zone: 'UTC',
  is_quiet: false,
  quiet_from: 22 * 60,
  quiet_to: 7 * 60,
  digest_at: 8 * 60,
};

export const zMailSettings = z.object({
  /** Where they go, masked. Absent: this account has no address, or no mail leaves this server. */
  address: z.optional(z.string()),
  kinds: z.array(zMailWish),
  ...zMailHours.shape,
  /** Nothing was set yet: the time zone is no wish. */
  is_default: z.boolean(),
});
export type MailSettings = z.infer<typeof zMailSettings>;

const tag = 'Notifications';

export const mailRoutes = {
  saveMailWishes: route({
    method: 'POST',
    path: 'user/notifications/mail',
    tag,
    summary: 'Sets what is told by mail, and when; what waits goes by it from then on',
    access: 'user',
    rate: 'write',
    /** What is left out stays as it is. A `timing` is of the `kind` beside it. */
    request: z.strictObject({
      kind: z.optional(z.enum(MAIL_KINDS)),
      timing: z.optional(z.enum(MAIL_TIMINGS)),
      time_zone: z.optional(zTimeZone),
      is_quiet: z.optional(zBoolean),
      quiet_from: z.optional(zMinuteOfDay),
      quiet_to: z.optional(zMinuteOfDay),
      digest_at: z.optional(zMinuteOfDay),
    }),
    response: zMailSettings,
  }),
  unsubscribeMail: route({
    method: 'POST',
    path: 'user/notifications/unsubscribe',
    tag,
    rate: 'login',
    summary: 'Ends all mails but those of security, by the link that each of them has; no login',
    request: z.strictObject({
      token: z.string().check(z.regex(/^[0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[A-Za-z0-9_-]{43}$/)),
    }),
    response: zText,
    errors: ['ticket_invalid'],
  }),
} as const;
