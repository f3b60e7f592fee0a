/** One person, one writing: phone numbers as E.164, e-mail addresses in lower case. */
import { LANGUAGE_TAGS, type Language, ProblemError, zEmail } from '@fairlead/contract';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import type { Say } from '../core/texts/texts.ts';
import type { AccountKind } from './users/queries.ts';

/** ITU-T E.164: at most 15 digits, country code included. */
const E164 = /^\+[1-9]\d{6,14}$/;

export interface AccountName {
  readonly kind: AccountKind;
  /** E.164 or a lower-case e-mail address. */
  readonly account: string;
  /** Digits of the calling code, of phones only. */
  readonly areaCode: string | undefined;
}

export interface AccountInput {
  readonly account_type: AccountKind;
  readonly area_code?: string | undefined;
  readonly account: string;
}

/** Reads an account as typed; throws field errors in the caller's language. */
export function readAccount(input: AccountInput, say: Say): AccountName {
  if (input.account_type === 'email') return readEmail(input.account, say, 'account');
  if (input.area_code === undefined) throw fieldProblem('area_code', say('fields.required'));
  return readPhone({ areaCode: input.area_code, phone: input.account, field: 'account' }, say);
}

/** Case is not kept in any part: no provider tells `Ann@` from `ann@`. */
export function readEmail(email: string, say: Say, field = 'email'): AccountName {
  const account = email.trim().toLowerCase();
  if (!zEmail.safeParse(account).success) throw fieldProblem(field, say('fields.email'));
  return { kind: 'email', account, areaCode: undefined };
}

export interface PhoneInput {
  readonly areaCode: string;
  readonly phone: string;
  readonly field: string;
}

/** A leading zero of the national writing is dropped where the country drops it. */
export function readPhone({ areaCode, phone, field }: PhoneInput, say: Say): AccountName {
  const country = callingCountries.get(areaCode);
  if (country === undefined) throw fieldProblem('area_code', say('fields.area_code'));
  const parsed = parsePhoneNumberFromString(phone, {
    defaultCountry: country,
    extract: false,
  });
  const isPlausible =
    parsed?.countryCallingCode === areaCode && parsed.isPossible() && E164.test(parsed.number);
  if (!isPlausible) throw fieldProblem(field, say('fields.phone'));
  return { kind: 'phone', account: parsed.number, areaCode };
}

const fieldProblem = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });

/** The main country of each calling code. */
const callingCountries: ReadonlyMap<string, CountryCode> = mainCountries();

function mainCountries(): Map<string, CountryCode> {
  const main = new Map<string, CountryCode>();
  // Shared codes: the country whose numbers the others' plan is part of.
  const preferred: Readonly<Record<string, CountryCode>> = {
    1: 'US',
    7: 'RU',
    39: 'IT',
    44: 'GB',
    47: 'NO',
    61: 'AU',
    212: 'MA',
    262: 'RE',
    290: 'SH',
    358: 'FI',
    590: 'GP',
    599: 'CW',
  };
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    if (!main.has(code)) main.set(code, preferred[code] ?? country);
  }
  return main;
}

export interface AreaCode {
  readonly area_code: string;
  readonly country: string;
  readonly name: string;
}

const areaCodes = new Map<Language, readonly AreaCode[]>();

/** Every country with its calling code, named and sorted in the language. */
export function areaCodesIn(language: Language): readonly AreaCode[] {
  const known = areaCodes.get(language);
  if (known !== undefined) return known;
  const tag = LANGUAGE_TAGS[language];
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const collator = new Intl.Collator(tag);
  const list = getCountries()
    .map((country) => ({
      area_code: String(getCountryCallingCode(country)),
      country,
      name: names.of(country) ?? country,
    }))
    .sort((left, right) => collator.compare(left.name, right.name));
  areaCodes.set(language, list);
  return list;
}

/** A name for greeting that gives nothing away, e.g. "+81•••1234" or "an•••@example.com". */
export function maskedAccount(kind: AccountKind, account: string): string {
  if (kind === 'phone') return `${account.slice(0, 3)}•••${account.slice(-4)}`;
  const at = account.lastIndexOf('@');
  return `${account.slice(0, Math.min(2, at))}•••${account.slice(at)}`;
}
