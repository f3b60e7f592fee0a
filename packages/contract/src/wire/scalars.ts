/**
 * The wire's scalar types. Bodies may be form-encoded, so integers and booleans are read from text too;
 * amounts are decimal strings only: a JSON number has already lost what it meant.
 */
import { DECIMAL_TEXT } from '@fairlead/units';
import * as z from 'zod/mini';
import {
  ENGINE_PRODUCTS,
  HOLD_DAYS_MAX,
  LANGUAGES,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  USER_ACCOUNT_NAMES,
} from './constants.ts';
import { REASON_LENGTH, TERM_FORMS } from './term-texts.ts';

const integerText = z.pipe(
  z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/)),
  z.transform((text) => Number(text)),
);

/** A whole number from 0 to 2^53 − 1, as JSON number or as digits. */
export const zInteger = z.pipe(
  z.union([z.number(), integerText]),
  z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
);
/** For how long something is held. */
export const zHoldDays = z.pipe(zInteger, z.number().check(z.gte(1), z.lte(HOLD_DAYS_MAX)));
/** A row's id: 1 or more. */
export const zId = z.pipe(zInteger, z.number().check(z.gte(1)));
/** Milliseconds since 1970 UTC. */
export const zTime = zInteger;

export const zBoolean = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]),
  z.transform((value) => value === true || value === 'true' || value === '1'),
);
/** A box that must be ticked. */
export const zAgreed = z.pipe(
  z.union([z.literal(true), z.literal('true'), z.literal('1')]),
  z.transform((): true => true),
);

/** A non-negative decimal string in plain notation. */
export const zDecimal = z.string().check(z.maxLength(50), z.regex(DECIMAL_TEXT));
/** A decimal string above zero. */
export const zPositiveDecimal = zDecimal.check(z.regex(/[1-9]/));
/** A decimal string that may be negative, in answers. */
export const zSignedDecimal = z.string().check(z.regex(/^-?(0|[1-9]\d*)(\.\d+)?$/));

/** e.g. "BTC/USDT". */
/** A text within bounds that forms know too. */
export function zWithin([least, most]: readonly [number, number]) {
  return z.string().check(z.minLength(least), z.maxLength(most));
}

export const zSymbol = z.string().check(z.regex(TERM_FORMS.symbol));
export const zLanguage = z.enum(LANGUAGES);
export const zPassword = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH_MIN), z.maxLength(PASSWORD_LENGTH_MAX));
/** Six digits. */
export const zCode = z.string().check(z.regex(/^\d{6}$/));
/** As it was sent: six digits, or ten where strangers have guessed too often. */
export const zSentCode = z.string().check(z.regex(/^(?:\d{6}|\d{10})$/));
/** A proof of work: the challenge as it was given, and a number for each part. */
export const zWork = z.string().check(z.maxLength(600), z.regex(/^[\w.-]+$/));
/** Of the second factor: six digits, a recovery code however it is typed, or a ticket of a passkey. */
export const zOtp = z.string().check(z.minLength(6), z.maxLength(60));
/** Of the second factor where no recovery code does: six digits, or a ticket of a passkey. */
/** Of a passkey, in place of a second factor. */
export const zPasskeyTicket = z.string().check(z.regex(/^pk_[A-Za-z0-9_-]{43}$/));
/** As it was given, or typed: 2 x 5 letters and digits. */
export const zRecoveryCode = z.string().check(z.regex(/^[A-Za-z0-9 -]{8,30}$/));
export const zFactor = z.string().check(z.regex(/^(?:\d{6}|pk_[A-Za-z0-9_-]{43})$/));
/** What an authenticator answered, as JSON text of its `toJSON()` (WebAuthn level 3). */
export const zCredential = z.string().check(z.minLength(1), z.maxLength(8_192));
/** Given by the server for an intent that a passkey signs. */
export const zNonce = z.string().check(z.regex(/^[A-Za-z0-9_.-]{20,80}$/));
/** Of a decision that passes something: what an operator's passkey signed of it, where there is one. */
export const approvalSignature = {
  nonce: z.optional(zNonce),
  credential: z.optional(zCredential),
};
export const zTicket = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/));
export const zInviteCode = z.string().check(z.regex(/^[A-Za-z0-9]{4,16}$/));
/** Digits of a country calling code, without plus, e.g. "81". */
export const zAreaCode = z.string().check(z.regex(/^[1-9]\d{0,3}$/));
/** ISO 3166 alpha-2, or a country's English name. */
export const zCountry = z.string().check(z.minLength(2), z.maxLength(60));
/** What verification asks for, as on the document. */
export const zRealName = z.string().check(z.minLength(2), z.maxLength(80));
export const zIdNumber = z.string().check(z.regex(/^[0-9A-Za-z./ -]{4,40}$/));
export const zContactAddress = z.string().check(z.minLength(5), z.maxLength(200));
/** A phone number as typed, digits with common separators; the server parses it with its area code. */
export const zPhone = z.string().check(z.regex(/^[0-9][0-9 ()-]{3,22}$/));
export const zEmail = z
  .string()
  .check(
    z.maxLength(254),
    z.regex(
      /^[^\s@"<>(),:;[\]\\]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/,
    ),
  );
/** 1 to 64 printable ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,64}$/;
export const zClientOrderId = z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,36}$/));

export const zAccount = z.enum(USER_ACCOUNT_NAMES);
export type AccountName = (typeof USER_ACCOUNT_NAMES)[number];
export const zSide = z.enum(['buy', 'sell']);

export const zPage = z._default(z.pipe(zInteger, z.number().check(z.gte(1), z.lte(1_000_000))), 1);
export const zLimit = z._default(
  z.pipe(zInteger, z.number().check(z.gte(1), z.lte(PAGE_LIMIT_MAX))),
  PAGE_LIMIT_DEFAULT,
);
export const paging = { page: zPage, limit: zLimit };

/** One page of a list. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    list: z.array(item),
    page: z.number(),
    limit: z.number(),
    total: z.number(),
  });

/** A sentence in the caller's language. */
export const zText = z.string();
export const nothing = z.strictObject({});

/** Why an operator does it: kept in the audit log. */
export const zReason = zWithin(REASON_LENGTH);

/** Whose numbers: each engine counts its own steps, and one that is everything has those of spot alone. */
export const zStepProduct = z.enum(ENGINE_PRODUCTS);
export type StepProduct = z.infer<typeof zStepProduct>;

/** Numbers by product: where a reader is in each of them. */
export const zStepNumbers = z.strictObject({
  spot: z.optional(z.int().check(z.gte(0))),
  futures: z.optional(z.int().check(z.gte(0))),
  options: z.optional(z.int().check(z.gte(0))),
  wealth: z.optional(z.int().check(z.gte(0))),
});
export type StepNumbers = z.infer<typeof zStepNumbers>;
