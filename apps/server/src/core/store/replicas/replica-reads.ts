/**
 * Reads of lists and histories at replicas, so that nobody reads less than anybody was told, nor what later was not.
 *
 * While the primary answers, a read is given by one replica whose snapshot has all that the primary showed when the read came
 * (the read index), and only once the primary shows all that the snapshot has: what a replica has before the primary
 * has acknowledged it may yet be lost. A replica that is behind is waited for shortly; then the primary is asked.
 *
 * While the primary does not answer, all listed replicas are read and must give the same rows, each after it has shown all that
 * it received. What anybody was told is on one of them at least, for commits wait for a replica; whoever leads next is
 * one of them, or the old primary, which has all of it. So rows that are the same everywhere are neither old nor to be
 * lost. Where they differ nobody can say, and the caller hears `unavailable`.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { parseDatabaseUrl } from '../../config/database-url.ts';
import {
  type Database,
  type Queryable,
  type Reads,
  type SqlValue,
  StartRefusedError,
} from '../database.ts';
import {
  CATCH_UP_LOOK_MS,
  CATCH_UP_MS,
  KEEPALIVE_MS,
  STATEMENT_TIMEOUT_MS,
  TRANSACTION_MAX_MS,
} from '../limits.ts';
import { TYPES } from '../postgres/session.ts';
import { type Position, ReadIndex, readPosition } from './read-index.ts';
import { NotAtReplicasError, ReplicaHost, type ReplicaSession } from './replica-host.ts';
import { type ReplicaSeen, ReplicaWatch } from './replica-watch.ts';

/** Who gave an answer: a replica, all of them alike, the primary, or nobody. */
export type AnsweredAt = 'replica' | 'agreed' | 'primary' | 'refused';

export interface ReplicaReadsOptions {
  /** DATABASE_READ_URL: every machine of the database's cluster. */
  readonly url: string;
  readonly primary: Database;
  /** Told of errors on idle connections; they are replaced by themselves. */
  readonly onIdleError?: (error: Error) => void;
}

type Run<Answer> = (source: Queryable) => Promise<Answer>;

export class ReplicaReads implements Reads {
  readonly #primary: Database;
  readonly #hosts: readonly ReplicaHost[];
  readonly #index: ReadIndex;
  readonly #watch: ReplicaWatch;
  readonly #answered: Record<AnsweredAt, number> = {
    replica: 0,
    agreed: 0,
    primary: 0,
    refused: 0,
  };

  constructor({ url, primary, onIdleError = () => undefined }: ReplicaReadsOptions) {
    const parsed = parseDatabaseUrl(url);
    if ('why' in parsed) throw new StartRefusedError(`DATABASE_READ_URL: ${parsed.why}`);
    const config: pg.ClientConfig = {
      types: TYPES,
      ...(primary.applicationName !== undefined && { application_name: primary.applicationName }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // One that hangs ends no statement by itself.
      query_timeout: STATEMENT_TIMEOUT_MS + CATCH_UP_MS,
      idle_in_transaction_session_timeout: TRANSACTION_MAX_MS,
    };
    this.#primary = primary;
    this.#hosts = parsed.hosts.map((host) => new ReplicaHost(host, config, onIdleError));
    this.#index = new ReadIndex(() => readPosition(primary));
    this.#watch = new ReplicaWatch({ hosts: this.#hosts, index: this.#index, primary });
  }

  /** Looks at all hosts, and again and again. Hosts that are away are no problem: the primary is asked. */
  async start(): Promise<void> {
    await this.look();
    this.#watch.start();
  }

  /** How the hosts are now. */
  async look(): Promise<readonly ReplicaSeen[]> {
    await this.#watch.look();
    return this.#watch.seen;
  }

  /** As of the last look. */
  get seen(): readonly ReplicaSeen[] {
    return this.#watch.seen;
  }

  /** Whether reads go on where the primary goes away now. */
  get mayAgree(): boolean {
    return this.#watch.agreeing !== undefined;
  }

  /** Reads since the start. */
  get answered(): Readonly<Record<AnsweredAt, number>> {
    return this.#answered;
  }

  query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#read(
      (source) => source.query<Row>(sql, parameters),
      () => this.#primary.query<Row>(sql, parameters),
    );
  }

  /** The body sees one moment; it only reads. */
  transaction<Answer>(run: Run<Answer>): Promise<Answer> {
    return this.#read(run, () => this.#primary.transaction(run));
  }

  async #read<Answer>(run: Run<Answer>, askPrimary: () => Promise<Answer>): Promise<Answer> {
    const atReplicas = await this.#tryReplicas(run);
    if (atReplicas !== undefined) {
      this.#answered[atReplicas.at] += 1;
      return atReplicas.answer;
    }
    try {
      const answer = await askPrimary();
      this.#answered.primary += 1;
      return answer;
    } catch (error) {
      this.#answered.refused += 1;
      throw error;
    }
  }

  /** Undefined whatever the reason is for which the primary is to be asked: it says what is wrong with a statement, too. */
  async #tryReplicas<Answer>(run: Run<Answer>) {
    try {
      return { at: 'replica', answer: await this.#readOne(run) } as const;
    } catch {
      if (!this.#index.isAway) return undefined;
    }
    try {
      return { at: 'agreed', answer: await this.#readAlike(run) } as const;
    } catch {
      return undefined;
    }
  }

  async #readOne<Answer>(run: Run<Answer>): Promise<Answer> {
    const index = await this.#index.ask();
    const host = this.#watch.next();
    if (host === undefined) throw new NotAtReplicasError('no replica keeps up');
    const byMs = performance.now() + CATCH_UP_MS;
    return this.#lend(host, async (session) => {
      const position = await reach(session, index, byMs);
      const [answer] = await Promise.all([run(session), this.#confirm(position, index, byMs)]);
      return answer;
    });
  }

  async #lend<Answer>(
    host: ReplicaHost,
    run: (session: ReplicaSession) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await host.lend(run);
    } catch (error) {
      if (!(error instanceof NotAtReplicasError)) this.#watch.leave(host);
      throw error;
    }
  }

  /** Until the primary shows all that a snapshot of a replica has. */
  async #confirm(position: Position, index: Position, byMs: number): Promise<void> {
    for (let shown = index; shown.sequence < position.sequence; ) {
      shown = await this.#index.ask();
      const isLate = performance.now() > byMs;
      if (shown.nonce !== position.nonce || (isLate && shown.sequence < position.sequence))
        throw new NotAtReplicasError('the primary has not acknowledged what the replica shows');
      if (shown.sequence < position.sequence) await setTimeoutPromise(CATCH_UP_LOOK_MS);
    }
  }

  async #readAlike<Answer>(run: Run<Answer>): Promise<Answer> {
    const { agreeing } = this.#watch;
    if (agreeing === undefined) throw new NotAtReplicasError('only the primary can say');
    const byMs = performance.now() + CATCH_UP_MS;
    return this.#lendAll(agreeing.hosts, [], async (sessions) => {
      await Promise.all(sessions.map((session) => replay(session, byMs)));
      const positions = await Promise.all(sessions.map((session) => session.begin()));
      if (!positions.every(({ nonce, isStandby }) => isStandby && nonce === agreeing.nonce))
        throw new NotAtReplicasError('a replica leads, or is of another epoch');
      return run(alike(sessions));
    });
  }

  /** Each lends one: all of them, or it throws. */
  #lendAll<Answer>(
    [host, ...rest]: readonly ReplicaHost[],
    sessions: readonly ReplicaSession[],
    run: (sessions: readonly ReplicaSession[]) => Promise<Answer>,
  ): Promise<Answer> {
    if (host === undefined) return run(sessions);
    return host.lend((session) => this.#lendAll(rest, [...sessions, session], run));
  }

  async close(): Promise<void> {
    this.#watch.stop();
    await Promise.all(this.#hosts.map((host) => host.close()));
  }
}

/** Waits until a replica's snapshot has what is asked for. */
async function reach(session: ReplicaSession, index: Position, byMs: number): Promise<Position> {
  for (;;) {
    const position = await session.begin();
    const { nonce, sequence, isStandby } = position;
    if (!isStandby) throw new NotAtReplicasError('it is no replica any more');
    if (nonce === index.nonce && sequence >= index.sequence) return position;
    await session.end();
    if (performance.now() > byMs) throw new NotAtReplicasError('the replica is behind');
    await setTimeoutPromise(CATCH_UP_LOOK_MS);
  }
}

/** Waits until a replica shows all that it received. */
async function replay(session: ReplicaSession, byMs: number): Promise<void> {
  while (!(await session.hasReplayed())) {
    if (performance.now() > byMs) throw new NotAtReplicasError('a replica is behind its own disk');
    await setTimeoutPromise(CATCH_UP_LOOK_MS);
  }
}

/** Asks all of them; what they do not say alike nobody says. */
const alike = (sessions: readonly ReplicaSession[]): Queryable => ({
  query: async <Row>(sql: string, parameters: readonly SqlValue[] = []) => {
    const [rows, ...others] = await Promise.all(
      sessions.map((session) => session.query<Row>(sql, parameters)),
    );
    if (rows === undefined || !others.every((other) => isDeepStrictEqual(rows, other)))
      throw new NotAtReplicasError('the replicas differ');
    return rows;
  },
});
