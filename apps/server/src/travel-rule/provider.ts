/**
 * The one call of the provider that carries travel rule messages. Persons' data goes nowhere else: to this machine or a public
 * network, over TLS, to an address that was looked up and is public.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Currency } from '@fairlead/engine';
import { formatDecimal, MINUTE_MS, SECOND_MS } from '@fairlead/units';
import * as z from 'zod/mini';
import { isPublicAddress } from '../bots/index.ts';
import { THIS_MACHINE } from '../core/config/providers.ts';
import type { TravelRuleConfig } from '../core/config/travel-rule.ts';
import { ask } from '../core/operations/signed-calls.ts';
import type { ivms101, ivms101In } from './ivms101.ts';

export interface TravelQuestion {
  /** The same for every try. */
  readonly id: string;
  readonly transfer: {
    /** Of a withdrawal, or of a deposit. */
    readonly direction: 'out' | 'in';
    readonly currency: string;
    /** What arrives, or came. */
    readonly amount: string;
    readonly chain: string;
    /** Of a deposit. */
    readonly tx_id?: string;
    readonly address: string;
  };
  /** The other provider, as the user named it. */
  readonly provider: string;
  readonly ivms101: ReturnType<typeof ivms101> | ReturnType<typeof ivms101In>;
}

/** What of it both directions say. */
export function transferOf(
  row: Pick<TravelQuestion['transfer'], 'chain' | 'address'> & {
    readonly currencyId: number;
    readonly amount: bigint;
  },
  terms: { knownCurrency(currencyId: number): Pick<Currency, 'name' | 'scale'> },
): Omit<TravelQuestion['transfer'], 'direction' | 'tx_id'> {
  const { name, scale } = terms.knownCurrency(row.currencyId);
  const amount = formatDecimal(row.amount, scale);
  return { currency: name, amount, chain: row.chain, address: row.address };
}

const zSaid = z.string().check(z.maxLength(100), z.regex(/^[^\p{Cc}]+$/u));
const zAnswer = z.object({
  id: z.string(),
  answer: z.enum(['accepted', 'rejected', 'unknown_provider', 'pending']),
  reference: zSaid,
  reason: z.optional(zSaid),
});
export type TravelAnswer = z.infer<typeof zAnswer>;

/** Asks; undefined where nothing came that counts as an answer. Never rejects. */
export async function askTravel(
  config: TravelRuleConfig,
  question: TravelQuestion,
  now: () => number,
): Promise<TravelAnswer | undefined> {
  if (!(await mayBeAsked(config.url))) return undefined;
  return ask(config, question, { schema: zAnswer, now });
}

/** By which transaction left what the provider was asked about; the same for every try. */
export interface TravelTelling {
  readonly id: string;
  /** The question that it is of. */
  readonly message: string;
  readonly transaction: { readonly chain: string; readonly tx_id: string };
}

const zTaken = z.object({ id: z.string(), answer: z.literal('taken') });

/** False where the provider did not say that it has it. Never rejects. */
export async function tellTravel(
  config: TravelRuleConfig,
  telling: TravelTelling,
  now: () => number,
): Promise<boolean> {
  if (!(await mayBeAsked(config.url))) return false;
  return (await ask(config, telling, { schema: zTaken, now })) !== undefined;
}

const RETRY_MS = 30 * SECOND_MS;
const RETRY_MAX_MS = 10 * MINUTE_MS;

/** How long it is waited, in ms, after so many tries. */
export const retryAfter = (attempts: number): number =>
  Math.min(RETRY_MS * 2 ** Math.min(attempts, 10), RETRY_MAX_MS);

/** This machine, or what every address of its name says is public. Never rejects. */
export async function mayBeAsked(
  url: URL,
  resolve: (host: string) => Promise<readonly string[]> = lookUp,
): Promise<boolean> {
  if (THIS_MACHINE.has(url.hostname)) return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  try {
    const found = isIP(host) === 0 ? await resolve(host) : [host];
    return url.protocol === 'https:' && found.length > 0 && found.every(isPublicAddress);
  } catch {
    return false;
  }
}

const lookUp = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
