/** Receipts and heads from a running exchange. Its answers are only material: everything is checked here. */
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from './command-error.ts';

const PAGE_RECEIPTS = 100;
const PAGE_HEADS = 100;
/** About a week of heads, one a minute: older ones are of less use than the ones a reader kept. */
const HEAD_PAGES_MAX = 100;
const ANSWER_TIMEOUT_MS = 30_000;
/** How often a server may say that it is busy before we give up. */
const TRIES_MAX = 20;
const WAIT_MAX_SECONDS = 60;

type Members = Readonly<Record<string, unknown>>;

export class ReceiptServer {
  readonly #base: string;

  /** The address the app has, with or without `/api`. */
  constructor(url: string) {
    this.#base = `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api/settlement`;
  }

  receipt(id: number): Promise<unknown> {
    return this.#get(`receipt?id=${id}`);
  }

  /** The first receipt from an id on; nothing behind the last. */
  firstFrom(from: number): Promise<readonly unknown[]> {
    return this.#list(`receipts?from=${from}&limit=1`);
  }

  /** All receipts from an id on, a page at a time. */
  async *receipts(from: number): AsyncGenerator<unknown> {
    for (let next = from; ; ) {
      const list = await this.#list(`receipts?from=${next}&limit=${PAGE_RECEIPTS}`);
      yield* list;
      if (list.length < PAGE_RECEIPTS) return;
      // Ids have gaps where a loss was declared. Whatever the server says, each page begins beyond the one before.
      const last = list.at(-1);
      const id = isMembers(last) ? last['id'] : undefined;
      next = typeof id === 'number' && id >= next ? id + 1 : next + PAGE_RECEIPTS;
    }
  }

  /** The latest published heads: how many receipts there were → the last one's hash. */
  async heads(): Promise<Map<number, string>> {
    const heads = new Map<number, string>();
    for (let page = 1; page <= HEAD_PAGES_MAX; page += 1) {
      const list = await this.#list(`heads?page=${page}&limit=${PAGE_HEADS}`);
      for (const head of list) {
        const { count, hash } = isMembers(head) ? head : {};
        if (typeof count === 'number' && typeof hash === 'string') heads.set(count, hash);
      }
      if (list.length < PAGE_HEADS) break;
    }
    return heads;
  }

  async #list(path: string): Promise<readonly unknown[]> {
    const data = await this.#get(path);
    const list = isMembers(data) ? data['list'] : undefined;
    if (!Array.isArray(list)) throw new CommandError(`${path}: not a list`);
    return list;
  }

  async #get(path: string): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(`${this.#base}/${path}`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      }).catch((error: Error) => {
        throw new CommandError(`${this.#base}: ${causeOf(error)}`);
      });
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || tries === TRIES_MAX) return dataOf(path, response);
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await wait(1_000 * Math.min(Math.max(seconds, 1), WAIT_MAX_SECONDS));
    }
  }
}

async function dataOf(path: string, response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  if (isMembers(body) && body['type'] === 'ok') return body['message'];
  const message = isMembers(body) ? String(body['message']) : 'no answer of this API';
  throw new CommandError(`${path}: ${response.status} ${message}`);
}

const causeOf = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
