/** What the clients were told, on a disk of their own: each answer is synced before it counts as acknowledged. */
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { RouteName } from '@fairlead/contract';

/** One call from before it is sent. */
export interface Attempt {
  readonly userId: number;
  readonly route: RouteName;
  readonly key: string;
  readonly form: string;
}

export interface Acknowledged extends Attempt {
  readonly body: string;
}

type Line = { readonly sent: Attempt } | { readonly key: string; readonly body: string };

export class Journal {
  readonly file: string;
  /** When the first answer is acknowledged. */
  readonly firstAnswer: Promise<void>;
  readonly #descriptor: number;
  readonly #hasAnswer: () => void;

  constructor(file: string) {
    this.file = file;
    this.#descriptor = openSync(file, 'a');
    const { promise, resolve } = Promise.withResolvers<void>();
    this.firstAnswer = promise;
    this.#hasAnswer = resolve;
  }

  /** Before a call leaves. */
  sent(attempt: Attempt): void {
    this.#write({ sent: attempt });
  }

  /** After its answer came; it is acknowledged when this returns. */
  answered(key: string, body: string): void {
    this.#write({ key, body });
    fdatasyncSync(this.#descriptor);
    this.#hasAnswer();
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #write(line: Line): void {
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
  }
}

/** Reads what a journal tells: what was answered, and what is in doubt. */
export function readJournal(file: string): {
  readonly acknowledged: readonly Acknowledged[];
  readonly inDoubt: readonly Attempt[];
} {
  const attempts = new Map<string, Attempt>();
  const acknowledged: Acknowledged[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (text === '') continue;
    const line = JSON.parse(text) as Line;
    if ('sent' in line) {
      attempts.set(line.sent.key, line.sent);
      continue;
    }
    const attempt = attempts.get(line.key);
    if (attempt === undefined) throw new Error('an answer to nothing that was sent');
    attempts.delete(line.key);
    acknowledged.push({ ...attempt, body: line.body });
  }
  return { acknowledged, inDoubt: [...attempts.values()] };
}
