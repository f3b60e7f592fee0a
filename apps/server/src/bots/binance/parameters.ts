/**
 * Parameters of a call, each read once by name. What is missing, malformed, given twice or not read is refused in
 * Binance's words, so that a misspelt parameter never passes for one that was left out.
 */
import { BinanceError } from './errors.ts';
import { PARAMETERS_MAX } from './limits.ts';

const DECIMAL = /^[0-9]{1,20}(\.[0-9]{1,18})?$/;
const INTEGER = /^(0|[1-9][0-9]{0,15})$/;

/** Parts of a signed call that belong to the signature and not to what is asked. */
const SIGNING: ReadonlySet<string> = new Set(['timestamp', 'recvWindow', 'signature', 'apiKey']);

export class Parameters {
  readonly #values: ReadonlyMap<string, string>;
  readonly #read = new Set<string>();

  constructor(values: ReadonlyMap<string, string>) {
    if (values.size > PARAMETERS_MAX) throw tooMany();
    this.#values = values;
  }

  /** Reads a query and a form. What both have is taken from the query, as at Binance; a name twice in one is refused. */
  static ofCall(query: string, form: string): Parameters {
    return new Parameters(new Map([...read(form), ...read(query)]));
  }

  /** All values by name, for signing. */
  get all(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** Whether it is given at all. */
  has(name: string): boolean {
    return (this.#values.get(name) ?? '') !== '';
  }

  text(name: string): string | undefined {
    this.#read.add(name);
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    if (value === '') throw new BinanceError(-1105, `Parameter '${name}' was empty.`);
    return value;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value !== undefined) return value;
    throw missing(name);
  }

  /** A plain decimal above or equal to zero, without zeros that say nothing. */
  decimal(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!DECIMAL.test(value)) throw illegal(name, '^([0-9]{1,20})(\\.[0-9]{1,20})?$');
    return value.replace(/^0+(?=\d)/, '');
  }

  requiredDecimal(name: string): string {
    const value = this.decimal(name);
    if (value === undefined) throw missing(name);
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!INTEGER.test(value)) throw illegal(name, '^[0-9]{1,20}$');
    return Number(value);
  }

  /** A count within bounds; more than the most is the most. */
  count(
    name: string,
    { fallback, max }: { readonly fallback: number; readonly max: number },
  ): number {
    const value = this.integer(name) ?? fallback;
    if (value < 1) throw new BinanceError(-1130, `Data sent for parameter '${name}' is not valid.`);
    return Math.min(value, max);
  }

  /** A time in ms; microseconds are taken too. */
  time(name: string): number | undefined {
    const value = this.integer(name);
    return value === undefined ? undefined : msOf(value);
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return undefined;
    if (value === 'true' || value === 'false') return value === 'true';
    throw illegal(name, '^(true|false)$');
  }

  /** A JSON list of words, as `symbols=["BTCUSDT","ETHUSDT"]`. */
  words(name: string): string[] | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      const list: unknown = JSON.parse(value);
      if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
    } catch {
      // Said below.
    }
    throw illegal(name, '^\\["[A-Z0-9]{1,24}"(,"[A-Z0-9]{1,24}")*\\]$');
  }

  /** Refuses what nobody asked for: it would have been meant to change something. */
  finish(): void {
    for (const name of this.#values.keys()) {
      if (this.#read.has(name) || SIGNING.has(name)) continue;
      throw new BinanceError(
        -1104,
        `Not all sent parameters were read; '${shown(name)}' is not a parameter of this call.`,
      );
    }
  }
}

/** Times after the year 5138 are microseconds. */
const MS_MAX = 99_999_999_999_999;
export const msOf = (time: number): number => (time > MS_MAX ? Math.floor(time / 1_000) : time);

export const missing = (name: string): BinanceError =>
  new BinanceError(
    -1102,
    `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
  );
const illegal = (name: string, range: string): BinanceError =>
  new BinanceError(
    -1100,
    `Illegal characters found in parameter '${name}'; legal range is '${range}'.`,
  );
const tooMany = (): BinanceError => new BinanceError(-1101, 'Too many parameters.');
/** A caller's own words are not repeated at length. */
const shown = (name: string): string => name.slice(0, 40);

function read(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of text === '' ? [] : text.split('&')) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    if (values.has(name))
      throw new BinanceError(-1101, `Duplicate values for parameter '${shown(name)}' detected.`);
    values.set(name, at < 0 ? '' : decode(pair.slice(at + 1)));
    if (values.size > PARAMETERS_MAX) throw tooMany();
  }
  return values;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BinanceError(-1100, 'Illegal characters found in a parameter.');
  }
}
