/**
 * What a gateway keeps in memory of what others change: sessions, terms of money in and out. It is told of each change;
 * while it may have missed one it believes the tables only.
 */
import type { Logger } from 'pino';
import type { Events } from '../http/events.ts';
import type { Trading } from '../operations/trading-mode.ts';
import type { Told } from './messages.ts';

/** While nothing is heard: as soon as sockets of an ended session must be closed (S4). */
const REFRESH_MS = 1_000;

/** Open sessions as this process remembers them. */
interface RememberedSessions {
  /** While it may have missed one's end it believes the tables only. */
  isHearing: boolean;
  forget(sessionKey: string): void;
  forgetAll(): void;
  stillOpen(sessionKeys: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface HearingParts {
  readonly sessions: RememberedSessions;
  readonly apiKeys: { forget(apiKeyIds: readonly number[]): void };
  readonly custodyTerms: { load(): Promise<unknown> };
  readonly trading: Pick<Trading, 'load'>;
  readonly events: Pick<Events, 'emit'>;
  /** Users who have sockets here. */
  readonly realtime: {
    sessions(): readonly { readonly userId: number; readonly sessionKey: string }[];
  };
  readonly log: Pick<Logger, 'warn'>;
}

export class Hearing {
  readonly #parts: HearingParts;
  #isHearing = true;
  #refreshedAtMs = 0;

  constructor(parts: HearingParts) {
    this.#parts = parts;
  }

  /** Takes what services of the engine told one another. */
  take(told: Told): void {
    const { sessions, apiKeys, events } = this.#parts;
    switch (told.name) {
      case 'session_ended':
        sessions.forget(told.event.sessionKey);
        events.emit(told.name, told.event);
        return;
      case 'api_key_ended':
        apiKeys.forget([told.event.apiKeyId]);
        events.emit(told.name, told.event);
        return;
      case 'terms_changed':
        void this.refresh();
        return;
      case 'message':
        events.emit(told.name, told.event);
        return;
      default:
        events.emit(told.name, told.event);
    }
  }

  lost(): void {
    const { sessions } = this.#parts;
    this.#isHearing = false;
    sessions.isHearing = false;
    if (performance.now() - this.#refreshedAtMs >= REFRESH_MS) void this.refresh();
  }

  heard(): void {
    if (this.#isHearing) return;
    this.#isHearing = true;
    this.#parts.sessions.isHearing = true;
    void this.refresh();
  }

  /** Believes nothing of before: takes the terms again, and ends sockets whose sessions are over. */
  async refresh(): Promise<void> {
    const { sessions, custodyTerms, trading, events, realtime, log } = this.#parts;
    this.#refreshedAtMs = performance.now();
    sessions.forgetAll();
    try {
      await custodyTerms.load();
      await trading.load();
      const connected = realtime.sessions();
      if (connected.length === 0) return;
      const open = await sessions.stillOpen(connected.map(({ sessionKey }) => sessionKey));
      for (const session of connected)
        if (!open.has(session.sessionKey)) events.emit('session_ended', session);
    } catch (error) {
      log.warn({ err: error }, 'what others changed could not be read');
    }
  }
}
