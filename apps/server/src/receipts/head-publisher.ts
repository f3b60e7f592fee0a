/**
 * Gives the heads of the chain of receipts to others, so that the house cannot write the past anew without them. Each
 * target goes its own way: one that fails is tried again each minute and keeps nobody waiting.
 */

import type { HeadTarget, HeadPublication as PublicationView } from '@fairlead/contract';
import { readTimestamp, writeOts } from '@fairlead/receipt';
import { MINUTE_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../core/operations/gauge.ts';
import type { Database } from '../core/store/database.ts';
import {
  completePublication,
  type HeadPublication,
  incompletePublications,
  insertPublication,
  lastPublication,
} from './head-queries.ts';
import { openTargets, type Target, type TargetsOptions } from './head-targets.ts';
import { readChainHead } from './queries.ts';

/** Proofs of one calendar that one round asks for. */
const COMPLETIONS_MAX = 20;
/** A calendar anchors a few times a day at best. */
const COMPLETE_EVERY_MS = 30 * MINUTE_MS;

export interface HeadPublisherOptions extends TargetsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
}

interface State {
  readonly target: Target;
  readonly name: string;
  completedAtMs: number;
  /** Since when a head waits that is due; undefined when none does. */
  behindSinceMs: number | undefined;
}

export class HeadPublisher {
  readonly #options: HeadPublisherOptions;
  readonly #states: readonly State[];

  constructor(options: HeadPublisherOptions) {
    this.#options = options;
    this.#states = openTargets(options).map((target) => ({
      target,
      name: `${target.kind} ${target.url}`,
      completedAtMs: 0,
      behindSinceMs: undefined,
    }));
  }

  /** Where heads are published, for everybody to look them up. */
  get targets(): readonly HeadTarget[] {
    return this.#states.map(({ target: { kind, url } }) => ({ kind, url }));
  }

  /** Publishes what is due and completes what calendars anchored. Never throws for a target. */
  async publishDue(): Promise<void> {
    await Promise.all(this.#states.map((state) => this.#publishTo(state)));
  }

  gauge(registry: Registry): void {
    const { clock } = this.#options;
    const text = {
      name: 'fairlead_heads_behind_seconds',
      help: 'How long a head of the receipts that is due has not been taken by a target; 0 when none waits',
      labelNames: ['target'],
    };
    gaugesOf(registry)(text, () =>
      this.#states.map(({ name, behindSinceMs }) => [
        { target: name },
        behindSinceMs === undefined ? 0 : (clock.now() - behindSinceMs) / 1_000,
      ]),
    );
  }

  async #publishTo(state: State): Promise<void> {
    const { clock, log } = this.#options;
    try {
      await this.#publishNewest(state);
      state.behindSinceMs = undefined;
      await this.#complete(state);
    } catch (error) {
      state.behindSinceMs ??= clock.now();
      log.warn({ err: error, target: state.name }, 'a head of the receipts was not published');
    }
  }

  async #publishNewest({ target, name }: State): Promise<void> {
    const { database, clock, heads } = this.#options;
    const head = await readChainHead(database);
    if (head === undefined) return;
    const last = await lastPublication(database, name);
    const isDue = last === undefined || clock.now() - last.timeMs >= heads.everyMinutes * MINUTE_MS;
    if (!isDue || last?.receiptId === head.receiptId) return;
    const timeMs = clock.now();
    const made = await target.publish(head, timeMs);
    await insertPublication(database, {
      ...head,
      target: name,
      timeMs,
      proof: made?.proof,
      isComplete: made?.isComplete ?? true,
    });
  }

  async #complete(state: State): Promise<void> {
    const { database, clock } = this.#options;
    const { target, name } = state;
    if (target.complete === undefined) return;
    if (clock.now() - state.completedAtMs < COMPLETE_EVERY_MS) return;
    state.completedAtMs = clock.now();
    for (const kept of await incompletePublications(database, name, COMPLETIONS_MAX)) {
      if (kept.proof === undefined) continue;
      const whole = await target.complete(kept.hash, kept.proof);
      if (whole !== undefined) await completePublication(database, kept, whole);
    }
  }
}

/** A publication as everybody sees it, with the file that `ots` reads. */
export function publicationView(row: HeadPublication): PublicationView {
  const at = row.target.indexOf(' ');
  const kind = row.target.slice(0, at) as HeadTarget['kind'];
  const ots = row.proof && writeOts({ digest: row.hash, timestamp: readTimestamp(row.proof) });
  return {
    time: row.timeMs,
    count: row.receiptId,
    hash: row.hash,
    target: { kind, url: row.target.slice(at + 1) },
    ...(ots !== undefined && { ots: Buffer.from(ots).toString('base64') }),
    is_complete: row.isComplete,
  };
}
