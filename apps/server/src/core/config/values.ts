/** Kinds of settings: text → value. Each says in one line what a person needs to set it right. */
import * as z from 'zod';
import { type DatabaseUrl, parseDatabaseUrl } from './database-url.ts';

/** Environment variables as given: a name without a value is as good as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A wrong setting; the message is the line to show. Values of secrets are never in it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(setting: string, why: string) {
    super(`${setting}: ${why}`);
  }
}

/** The value without blanks around it; undefined when empty. */
export function text(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** Whether a secret's words show that it was copied from an example. */
const isExample = (secret: string): boolean =>
  /change.?me|example|secret.?key|password|^(.)\1*$/i.test(secret);

/** Reads a value, or refuses it with why. */
class Refusal extends Error {}
const refuse = (why: string): never => {
  throw new Refusal(why);
};

/** What a setting's text means. */
export type Reader<Value> = z.ZodType<Value, string>;

function reader<Value>(read: (value: string) => Value): Reader<Value> {
  return z.string().transform((value, context) => {
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

export const anyText: Reader<string> = z.string();

/** `why` says what it must be; `shows` repeats the value, which of a secret nobody may. */
export const matching = (pattern: RegExp, why: string, shows = false): Reader<string> =>
  reader((value) => (pattern.test(value) ? value : refuse(shows ? `"${value}" ${why}` : why)));

export const upTo = (length: number): Reader<string> =>
  reader((value) => (value.length <= length ? value : refuse(`may have ${length} characters`)));

/** How to make a secret that every setting takes. */
export const SECRET_MAKER = 'openssl rand -hex 32';

/** So many characters, and none that were copied from an example. */
export const secret = (length: number): Reader<string> =>
  reader((value) => {
    if (value.length < length)
      return refuse(
        `must be ${length} or more random characters, and has ${value.length}: ${SECRET_MAKER} makes them`,
      );
    return isExample(value)
      ? refuse(`looks as if it could be guessed; make a random one: ${SECRET_MAKER}`)
      : value;
  });

export const integer = (min: number, max: number): Reader<number> =>
  reader((value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max))
      return refuse(`"${value}" is not a whole number from ${min} to ${max}`);
    return number;
  });

export const boolean: Reader<boolean> = reader((value) => {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  return refuse(`"${value}" is neither true nor false`);
});

export const oneOf = <const Value extends string>(...values: readonly Value[]): Reader<Value> =>
  reader(
    (given) =>
      values.find((value) => value === given) ??
      refuse(`"${given}" is none of ${values.join(', ')}`),
  );

/** A URL of one of the protocols (with colon). The value is kept out of the message. */
export const url = (...protocols: readonly string[]): Reader<URL> =>
  reader((value) => {
    const parsed = URL.parse(value);
    if (parsed === null || !protocols.includes(parsed.protocol) || parsed.hostname === '')
      return refuse(`must be a URL that begins with ${protocols.join('// or ')}//`);
    return parsed;
  });

/** The URL of a PostgreSQL server, of one host or of several. The value is kept out of the message. */
export const databaseUrl: Reader<DatabaseUrl> = reader((value) => {
  const parsed = parseDatabaseUrl(value);
  return 'why' in parsed ? refuse(parsed.why) : parsed;
});

/** Comma-separated, each as `read` reads it. */
export const list = <Value>(read: (value: string) => Value): Reader<readonly Value[]> =>
  reader((value) => value.split(',').map((entry) => read(entry.trim())));

/** `A=x,B=y` as pairs. */
export const pairs: Reader<readonly (readonly [string, string])[]> = list((pair) => {
  const at = pair.indexOf('=');
  if (at < 1 || at === pair.length - 1) return refuse(`"${pair}" is not of the form NAME=VALUE`);
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
});

/** An ISO 3166 code. */
export const country: Reader<string> = reader((value) => {
  const code = value.toUpperCase();
  return isCountry(code) ? code : refuse(`"${value}" is not a country code like GB`);
});

/** `GB,US` as ISO 3166 codes, each once. */
export const countries: Reader<readonly string[]> = reader((value) => {
  const given = value.split(',').map((code) => code.trim().toUpperCase());
  for (const code of given) if (!isCountry(code)) refuse(`"${code}" is not a country code like GB`);
  return [...new Set(given)].sort();
});

/** Neither an alias, which nobody is verified by (UK), nor a region of several countries (EU). */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || ['EU', 'EZ', 'UN', 'ZZ'].includes(code)) return false;
  const known = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  return known !== undefined && new Intl.Locale(`und-${code}`).region === code;
}
