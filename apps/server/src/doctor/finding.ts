/** What a look at one thing found: how it is, and what to do. */
import type { Config } from '../core/config/config.ts';
import type { Environment } from '../core/config/values.ts';
import { inOneLine } from '../core/processes/refusal.ts';
import type { Database } from '../core/store/database.ts';

/** `good`; `note`: it works, and should be otherwise; `bad`: it does not; `left`: not looked at, and why. */
export type State = 'good' | 'note' | 'bad' | 'left';

export interface Finding {
  readonly about: string;
  readonly state: State;
  readonly said: string;
  /** What puts it right; of what is good or was left there is nothing to do. */
  readonly todo?: string;
}

/** What is looked at. */
export interface Subject {
  readonly config: Config;
  readonly environment: Environment;
  /** Who gets the test mail; absent: the sender's own address. */
  readonly mailTo?: string;
  /** Where Patroni's REST address is; absent: on the machine of the primary. */
  readonly patroniUrl?: string;
  /** For tests: another place of HAProxy's file, other ports of Sentinel's and etcd's. */
  readonly haproxyFile?: string;
  readonly etcdPort?: number;
  readonly sentinelPort?: number;
  /** Who gets a test SMS; absent: none is sent, for nobody has a number of the exchange's own. */
  readonly smsTo?: string;
}

/** The database of the settings, where it could be opened beside a server. */
export interface OpenSubject extends Subject {
  readonly database: Database | undefined;
}

export const good = (about: string, said: string): Finding => ({ about, state: 'good', said });
export const left = (about: string, said: string): Finding => ({ about, state: 'left', said });
export const note = (about: string, said: string, todo: string): Finding => ({
  about,
  state: 'note',
  said,
  todo,
});
export const bad = (about: string, said: string, todo: string): Finding => ({
  about,
  state: 'bad',
  said,
  todo,
});

/** An error in one line, its cause where it says no more. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = 'code' in error ? String(error.code) : error.name;
  const said = error.message || code;
  const why = cause instanceof Error ? cause.message || cause.name : '';
  return inOneLine(said.includes(why) ? said : `${said}: ${why}`);
}

/** Rejects where an answer takes longer. */
export async function within<Answer>(timeoutMs: number, asked: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs / 1_000} s`)), timeoutMs);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
