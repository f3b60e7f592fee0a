/** The demo's maker and taker: a worker thread that calls the API over HTTP like anyone else. */
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

const WORKER = new URL('../../../bots/src/worker.ts', import.meta.url);
/** MiB of its heap, of which it holds ten: were it ever to need more it is started again. */
const HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 } as const;
const STOP_MS = 3_000;
const RESTART_MS = 5_000;

export interface BotsOptions {
  /** Where the server listens, as this machine reaches it. */
  readonly baseUrl: string;
  readonly makerToken: string;
  readonly takerToken: string;
  readonly seed: number;
  readonly log: Logger;
}

/** What the worker tells; its own types are apps/bots/src/worker.ts. */
type FromWorker =
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'not_logged_in'; readonly name: string };

export interface Bots {
  stop(): Promise<void>;
}

/** Starts the worker, and starts it again should it end by itself. */
export function startBots({ log, ...input }: BotsOptions): Bots {
  let isStopping = false;
  let worker: Worker;
  let restart: NodeJS.Timeout | undefined;

  function start(): void {
    worker = new Worker(WORKER, { workerData: input, resourceLimits: HEAP });
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'log') log[message.level](message.fields, `bots: ${message.message}`);
      else log.warn({ bot: message.name }, 'bots: the session of a bot has ended');
    });
    worker.on('error', (error) => log.warn({ err: error }, 'bots: the worker failed'));
    worker.on('exit', () => {
      if (!isStopping) restart = setTimeout(start, RESTART_MS);
    });
  }

  start();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      const hasEnded = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      if (worker.threadId === -1) return;
      worker.postMessage({ kind: 'stop' });
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_MS);
      await Promise.race([hasEnded, isLate]);
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}
