import { setTimeout as waitOnTimer } from 'node:timers/promises';
import { createApiClient } from '@fairlead/client';
import { Maker } from './maker.ts';
import { seededDraw } from './random.ts';
import type { BotName, Log, Runtime } from './runtime.ts';
import { Taker } from './taker.ts';

export interface BotOptions {
  /** Origin of the exchange, without `/api`. */
  readonly baseUrl: string;
  /** Session tokens of the two accounts. */
  readonly makerToken: string;
  readonly takerToken: string;
  /** Only these markets; absent: all that are open. */
  readonly markets?: readonly string[];
  /** Of the taker's draws. */
  readonly seed: number;
  readonly log: Log;
  /** Told once each time a bot's session turns out to have ended; `setToken` gives it a new one. */
  readonly onNotLoggedIn?: (name: BotName) => void;
  /** For tests. */
  readonly now?: () => number;
  readonly wait?: Runtime['wait'];
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface Bots {
  setToken(name: BotName, token: string): void;
  /** Resolves when nothing is under way any more. Orders stay as they are. */
  stop(): Promise<void>;
}

/** Starts the demo's maker and taker. Neither ever throws: what goes wrong is logged and tried again. */
export function startBots(options: BotOptions): Bots {
  const controller = new AbortController();
  const tokens: Record<BotName, string> = { maker: options.makerToken, taker: options.takerToken };
  const told: Record<BotName, string> = { maker: '', taker: '' };
  const runtime = (name: BotName, seed: number): Runtime => ({
    api: createApiClient({
      baseUrl: options.baseUrl,
      getToken: () => tokens[name],
      ...(options.wait !== undefined && { wait: options.wait }),
      ...(options.fetch !== undefined && { fetch: options.fetch }),
      onNotLoggedIn: (_error, token) => {
        if (token === undefined || told[name] === token || token !== tokens[name]) return;
        told[name] = token;
        options.onNotLoggedIn?.(name);
      },
    }),
    now: options.now ?? Date.now,
    wait: options.wait ?? ((delayMs, signal) => waitOnTimer(delayMs, undefined, { signal })),
    signal: controller.signal,
    log: options.log,
    draw: seededDraw(seed),
    ...(options.markets !== undefined && { markets: new Set(options.markets) }),
  });
  const running = [
    new Maker(runtime('maker', options.seed)).run(),
    new Taker(runtime('taker', options.seed + 1)).run(),
  ];
  return {
    setToken(name, token) {
      tokens[name] = token;
    },
    async stop() {
      controller.abort(new Error('stopped'));
      await Promise.all(running);
    },
  };
}
