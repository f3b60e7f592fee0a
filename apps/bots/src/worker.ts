/**
 * The bots as a worker thread of the demo server. workerData is WorkerInput; the parent sends ToWorker and gets
 * FromWorker. The worker ends by itself after 'stop'.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { startBots } from './main.ts';
import type { BotName } from './runtime.ts';

export interface WorkerInput {
  readonly baseUrl: string;
  readonly makerToken: string;
  readonly takerToken: string;
  readonly markets?: readonly string[];
  readonly seed: number;
}
export type ToWorker =
  | { readonly kind: 'stop' }
  | { readonly kind: 'token'; readonly name: BotName; readonly token: string };
export type FromWorker =
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  /** The session has ended: answer with a new token. */
  | { readonly kind: 'not_logged_in'; readonly name: BotName };

const port = parentPort;
if (port !== null) {
  const tell = (message: FromWorker) => port.postMessage(message);
  const bots = startBots({
    ...(workerData as WorkerInput),
    log: (level, message, fields = {}) => tell({ kind: 'log', level, message, fields }),
    onNotLoggedIn: (name) => tell({ kind: 'not_logged_in', name }),
  });
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'token') bots.setToken(message.name, message.token);
    else void bots.stop().then(() => port.close());
  });
}
