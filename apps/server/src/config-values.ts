/** Readers of single settings. Each throws ConfigError with the one line a person needs to set it right. */

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
export const isExample = (secret: string): boolean =>
  /change.?me|example|secret.?key|password|^(.)\1*$/i.test(secret);

export interface IntegerSetting {
  readonly name: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
}

export function integer(environment: Environment, setting: IntegerSetting): number {
  const { name, fallback, min, max } = setting;
  const value = text(environment, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new ConfigError(name, `"${value}" is not a whole number from ${min} to ${max}`);
  return number;
}

export function boolean(environment: Environment, name: string): boolean | undefined {
  const value = text(environment, name);
  if (value === undefined) return undefined;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new ConfigError(name, `"${value}" is neither true nor false`);
}

export function oneOf<Value extends string>(
  environment: Environment,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const given = text(environment, name);
  const value = values.find((candidate) => candidate === given);
  if (given !== undefined && value === undefined)
    throw new ConfigError(name, `"${given}" is none of ${values.join(', ')}`);
  return value;
}

/** A URL of one of the protocols (with colon); undefined when absent. The value is kept out of the message. */
export function url(
  environment: Environment,
  name: string,
  protocols: readonly string[],
): URL | undefined {
  const value = text(environment, name);
  if (value === undefined) return undefined;
  const parsed = URL.parse(value);
  if (parsed === null || !protocols.includes(parsed.protocol) || parsed.hostname === '')
    throw new ConfigError(name, `must be a URL that begins with ${protocols.join('// or ')}//`);
  return parsed;
}

/** `A=x,B=y` as pairs; undefined when absent. */
export function pairs(
  environment: Environment,
  name: string,
): readonly (readonly [string, string])[] | undefined {
  const value = text(environment, name);
  return value?.split(',').map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1)
      throw new ConfigError(name, `"${pair}" is not of the form NAME=VALUE`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
}

/** `GB,US` as ISO 3166 codes, each once; none when absent. */
export function countries(environment: Environment, name: string): readonly string[] {
  const codes = text(environment, name)?.split(',') ?? [];
  const given = codes.map((code) => code.trim().toUpperCase());
  for (const code of given)
    if (!isCountry(code)) throw new ConfigError(name, `"${code}" is not a country code like GB`);
  return [...new Set(given)].sort();
}

/** Neither an alias, which nobody is verified by (UK), nor a region of several countries (EU). */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || ['EU', 'EZ', 'UN', 'ZZ'].includes(code)) return false;
  const known = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  return known !== undefined && new Intl.Locale(`und-${code}`).region === code;
}
