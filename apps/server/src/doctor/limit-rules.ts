/**
 * Limits of different programs that must fit each other: what each of them may be, and what happens where they do not fit. The
 * figures are read by limits.ts; docs/operating/cluster.md has the table that they come from.
 */
import {
  AWAY_MS,
  BEAT_MS,
  KEYED_CALL_MS,
  LEASE_MS,
  LOOK_MS,
  TAKEOVER_MS,
} from '../core/processes/limits.ts';
import { STATEMENT_TIMEOUT_MS, WRITE_TIMEOUT_MS } from '../core/store/limits.ts';
import { bad, type Finding, good, note } from './finding.ts';

const ABOUT = 'limits';
const PAGE = 'docs/operating/cluster.md#limits-that-fit-each-other';
/** A standby waits at the writer's lock, and says nothing meanwhile. */
const LOCK_WAIT_MS = 3_600_000;
/** Until Sentinel has elected and told, once a primary counts as down. */
const ELECTION_MS = 2_000;
const seconds = (ms: number): string => `${ms / 1_000} s`;

/** This program's own. */
export interface OwnLimits {
  readonly statementMs: number;
  readonly batchMs: number;
  readonly beatMs: number;
  readonly lookMs: number;
  readonly leaseMs: number;
  readonly takeoverMs: number;
  readonly awayMs: number;
  readonly keyedCallMs: number;
}

export const OWN_LIMITS: OwnLimits = {
  statementMs: STATEMENT_TIMEOUT_MS,
  batchMs: WRITE_TIMEOUT_MS,
  beatMs: BEAT_MS,
  lookMs: LOOK_MS,
  leaseMs: LEASE_MS,
  takeoverMs: TAKEOVER_MS,
  awayMs: AWAY_MS,
  keyedCallMs: KEYED_CALL_MS,
};

/** A rule: what is so, what is wrong where it is not, and what to do. */
type Rule = readonly [isKept: boolean, wrong: Finding];

/** What breaks a rule; where none is broken that they fit, in words. */
function broken(rules: readonly Rule[], fit: string): Finding[] {
  const found = rules.filter(([isKept]) => !isKept).map(([, wrong]) => wrong);
  return found.length === 0 ? [good(ABOUT, fit)] : found;
}

export function checkOwn(own: OwnLimits): Finding[] {
  const { statementMs, batchMs, beatMs, lookMs, leaseMs, takeoverMs, awayMs, keyedCallMs } = own;
  const mend = `put them back (${PAGE})`;
  const rule = (isKept: boolean, said: string): Rule => [isKept, bad(ABOUT, said, mend)];
  return broken(
    [
      rule(
        leaseMs + lookMs < takeoverMs,
        `an engine may answer for ${seconds(leaseMs)} after its last beat, and is replaced after ${seconds(takeoverMs)}`,
      ),
      rule(
        3 * beatMs < leaseMs,
        `three beats of ${seconds(beatMs)} do not fit into a lease of ${seconds(leaseMs)}`,
      ),
      rule(
        leaseMs <= awayMs,
        `gateways give an engine up after ${seconds(awayMs)}, before its lease of ${seconds(leaseMs)} is over`,
      ),
      rule(
        takeoverMs < keyedCallMs,
        `a call with a key waits ${seconds(keyedCallMs)}, less than a takeover takes`,
      ),
      rule(
        2 * statementMs <= batchMs,
        `a batch is given up after ${seconds(batchMs)}, while its statement may still run for ${seconds(statementMs)}`,
      ),
    ],
    `own: statement ${seconds(statementMs)}, batch ${seconds(batchMs)}, lease ${seconds(leaseMs)}, takeover ${seconds(takeoverMs)}`,
  );
}

/** PostgreSQL's own default is 5 s. */
const WAL_RETRY_MAX_MS = 1_000;

/** Of a PostgreSQL server, as its settings say; 0 is "never". */
export interface ServerLimits {
  readonly walSenderMs: number;
  readonly walReceiverMs: number;
  /** After which a replica that found nobody asks again. */
  readonly walRetryMs: number;
  readonly idleSessionMs: number;
  readonly walLevel: string;
  readonly maxWalSenders: number;
  readonly isHotStandby: boolean;
  readonly connectionsMax: number;
  /** What the processes of the deployment that are there may open. */
  readonly connectionsNeeded: number;
  /** Whether another machine holds its commits, or is to. */
  readonly hasReplicas: boolean;
}

export function checkServer(server: ServerLimits, own: OwnLimits): Finding[] {
  const { walSenderMs, walReceiverMs, walRetryMs, idleSessionMs, hasReplicas } = server;
  const { connectionsMax, connectionsNeeded } = server;
  const isNoticed = (ms: number) => ms > 0 && ms < own.keyedCallMs;
  const late = (name: string, ms: number): Rule => [
    !hasReplicas || isNoticed(ms),
    note(
      ABOUT,
      `${name} is ${ms === 0 ? 'off' : seconds(ms)}: a replica that goes without a word holds commits up for longer than a call waits (${seconds(own.keyedCallMs)})`,
      `set it to 5s (${PAGE})`,
    ),
  ];
  const canReplicate =
    server.walLevel !== 'minimal' && server.maxWalSenders > 0 && server.isHotStandby;
  return broken(
    [
      [
        idleSessionMs === 0,
        bad(
          ABOUT,
          `idle_session_timeout is ${seconds(idleSessionMs)}: it ends the session of a standby that waits, and of a leader that is idle`,
          'set it to 0 for the exchange’s role',
        ),
      ],
      [
        connectionsNeeded <= connectionsMax,
        bad(
          ABOUT,
          `max_connections leaves ${connectionsMax}, and the processes that are there may open ${connectionsNeeded}`,
          'raise max_connections',
        ),
      ],
      [
        !hasReplicas || canReplicate,
        bad(
          ABOUT,
          `wal_level ${server.walLevel}, max_wal_senders ${server.maxWalSenders}, hot_standby ${server.isHotStandby ? 'on' : 'off'}: no replica can follow, or none can be read`,
          'wal_level = replica, max_wal_senders = 10, hot_standby = on',
        ),
      ],
      late('wal_sender_timeout', walSenderMs),
      late('wal_receiver_timeout', walReceiverMs),
      [
        !hasReplicas || walRetryMs <= WAL_RETRY_MAX_MS,
        note(
          ABOUT,
          `wal_retrieve_retry_interval is ${seconds(walRetryMs)}: after a failover no commit is answered until the other replica asks the new primary, up to so much later`,
          `set it to 500ms (${PAGE})`,
        ),
      ],
    ],
    `PostgreSQL: room for ${connectionsMax} sessions, ${connectionsNeeded} needed${hasReplicas ? `; a silent replica is noticed within ${seconds(walSenderMs)}` : ''}`,
  );
}

/** Patroni's own names and defaults (patroni.readthedocs.io, "Dynamic Configuration Settings"), in ms. */
export interface PatroniLimits {
  readonly ttlMs: number;
  readonly loopWaitMs: number;
  readonly retryTimeoutMs: number;
  readonly primaryStartMs: number;
  readonly isSynchronous: boolean;
  readonly isStrict: boolean;
}

export interface PatroniSurroundings {
  /** 0: never. Undefined where the database could not be asked. */
  readonly walSenderMs: number | undefined;
  readonly readsAtReplicas: boolean;
  readonly isDemo: boolean;
}

export function checkPatroni(
  patroni: PatroniLimits,
  { walSenderMs, readsAtReplicas, isDemo }: PatroniSurroundings,
): Finding[] {
  const { ttlMs, loopWaitMs, retryTimeoutMs, primaryStartMs, isSynchronous, isStrict } = patroni;
  const needed = loopWaitMs + 2 * retryTimeoutMs;
  const edit = (what: string) => `patronictl edit-config: ${what} (${PAGE})`;
  const lose = 'a failover loses the newest orders';
  const loose = isSynchronous
    ? `synchronous_mode_strict is off: while no replica is there commits are on one machine, and ${lose}`
    : `synchronous_mode is off: ${lose}`;
  const strictly = edit('synchronous_mode: true, synchronous_mode_strict: true');
  const isWorse = !isSynchronous || readsAtReplicas;
  return broken(
    [
      [
        ttlMs >= needed,
        bad(
          ABOUT,
          `Patroni's ttl is ${seconds(ttlMs)}, less than loop_wait + 2 × retry_timeout (${seconds(needed)}): a primary that is cut off may still write when another leads`,
          edit(`ttl: ${Math.ceil(needed / 1_000)} or more`),
        ),
      ],
      [
        isSynchronous && isStrict,
        isDemo || !isWorse ? note(ABOUT, loose, strictly) : bad(ABOUT, loose, strictly),
      ],
      [
        primaryStartMs <= ttlMs,
        note(
          ABOUT,
          `primary_start_timeout is ${seconds(primaryStartMs)}: so long a killed primary is waited for before another leads`,
          edit('primary_start_timeout: 0'),
        ),
      ],
      [
        walSenderMs === undefined || (walSenderMs > 0 && walSenderMs < ttlMs),
        note(
          ABOUT,
          `wal_sender_timeout is not within ttl (${seconds(ttlMs)}): a machine that is gone is noticed after the lead has expired`,
          edit('postgresql: parameters: wal_sender_timeout: 5s'),
        ),
      ],
    ],
    `Patroni: ttl ${seconds(ttlMs)} ≥ loop_wait ${seconds(loopWaitMs)} + 2 × retry_timeout ${seconds(retryTimeoutMs)}, strict`,
  );
}

/** Of HAProxy's way to PostgreSQL. */
export interface BalancerLimits {
  readonly interMs: number;
  readonly fastInterMs: number;
  readonly fall: number;
  readonly checkMs: number;
  /** The lower of `timeout client` and `timeout server`. */
  readonly idleMs: number;
  readonly endsSessions: boolean;
}

export function checkBalancer(balancer: BalancerLimits, ttlMs: number | undefined): Finding[] {
  const { interMs, fastInterMs, fall, checkMs, idleMs, endsSessions } = balancer;
  const leftMs = interMs + (fall - 1) * fastInterMs + fall * checkMs;
  const file = `haproxy.cfg (${PAGE})`;
  return broken(
    [
      [
        ttlMs === undefined || leftMs < ttlMs,
        bad(
          ABOUT,
          `HAProxy leaves a primary that lost the lead after ${seconds(leftMs)}, not within Patroni's ttl (${seconds(ttlMs ?? 0)})`,
          `shorten inter, fall or timeout check in ${file}`,
        ),
      ],
      [
        idleMs >= LOCK_WAIT_MS,
        bad(
          ABOUT,
          `HAProxy ends a session that says nothing for ${seconds(idleMs)}: a standby's waits for the lock in silence`,
          `timeout client 20d, timeout server 20d for PostgreSQL in ${file}`,
        ),
      ],
      [
        endsSessions,
        note(
          ABOUT,
          'HAProxy keeps sessions at a primary that was left',
          `on-marked-down shutdown-sessions in ${file}`,
        ),
      ],
    ],
    `HAProxy: leaves a primary that lost the lead within ${seconds(leftMs)}`,
  );
}

/** Of one Sentinel's word on the primary that it watches. */
export interface SentinelLimits {
  readonly downAfterMs: number;
  readonly failoverMs: number;
  readonly quorum: number;
  readonly sentinels: number;
}

export function checkSentinel(sentinel: SentinelLimits, own: OwnLimits): Finding[] {
  const { downAfterMs, failoverMs, quorum, sentinels } = sentinel;
  const set = (what: string) => `SENTINEL SET: ${what}, on each (${PAGE})`;
  return broken(
    [
      [
        downAfterMs + ELECTION_MS <= own.keyedCallMs,
        note(
          ABOUT,
          `Sentinel calls Redis down after ${seconds(downAfterMs)}: calls with a key are refused before (${seconds(own.keyedCallMs)})`,
          set('down-after-milliseconds 2000'),
        ),
      ],
      [
        failoverMs >= 2 * downAfterMs,
        note(
          ABOUT,
          `Sentinel's failover-timeout is ${seconds(failoverMs)}, less than twice down-after (${seconds(downAfterMs)}): it begins again before one can end`,
          set('failover-timeout 6000'),
        ),
      ],
      [
        sentinels >= 3 && 2 * quorum > sentinels,
        note(
          ABOUT,
          `${sentinels} Sentinels with a quorum of ${quorum}: ${sentinels < 3 ? 'none may go' : 'a part that is cut off may choose alone'}`,
          'three Sentinels, quorum 2',
        ),
      ],
    ],
    `Sentinel: down after ${seconds(downAfterMs)}, ${sentinels} of them, quorum ${quorum}`,
  );
}

/** Of a member of etcd (etcd.io, "Tuning"). */
export interface EtcdTimes {
  readonly heartbeatMs: number;
  readonly electionMs: number;
}

export interface EtcdSurroundings {
  /** How long Patroni tries before it gives the lead up. */
  readonly retryTimeoutMs: number;
  /** Whose times these are, where not all have the same. */
  readonly hosts: readonly string[];
}

export function checkEtcd(
  { heartbeatMs, electionMs }: EtcdTimes,
  { retryTimeoutMs, hosts }: EtcdSurroundings,
): Finding[] {
  // Each member waits for a time between one and two of these.
  const electedMs = 2 * electionMs;
  const set = (what: string) => `DAEMON_ARGS in /etc/default/etcd: ${what}, on each (${PAGE})`;
  return broken(
    [
      [
        electedMs < retryTimeoutMs,
        bad(
          ABOUT,
          `etcd may elect for ${seconds(electedMs)}, Patroni tries for retry_timeout (${seconds(retryTimeoutMs)}): the primary gives its lead up when etcd loses a member`,
          set('--election-timeout=1000'),
        ),
      ],
      [
        electionMs >= 10 * heartbeatMs,
        note(
          ABOUT,
          `etcd elects after ${seconds(electionMs)}, less than ten heartbeats of ${seconds(heartbeatMs)}: a slow network is taken for a leader that is gone`,
          set('--heartbeat-interval=100 --election-timeout=1000'),
        ),
      ],
      [
        hosts.length === 0,
        note(
          ABOUT,
          `etcd at ${hosts.join(', ')} has other times than the rest: ${seconds(heartbeatMs)}, ${seconds(electionMs)}`,
          set('the same times'),
        ),
      ],
    ],
    `etcd: heartbeat ${seconds(heartbeatMs)}, elects within ${seconds(electedMs)}, less than Patroni's retry_timeout ${seconds(retryTimeoutMs)}`,
  );
}
