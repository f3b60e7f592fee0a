/** Bounds of the store, each with its reason. */

/** A statement on PostgreSQL; longer ones are bugs or a stuck server. */
export const STATEMENT_TIMEOUT_MS = 5_000;
/** A transaction's body: on PGlite it keeps everyone else waiting. */
export const TRANSACTION_MAX_MS = 5_000;
/**
 * After this a batch's outcome is unknown: twice what the server may take for its statements. A commit that waits for a
 * replica is not given up.
 */
export const WRITE_TIMEOUT_MS = 10_000;
export const CONNECT_TIMEOUT_MS = 5_000;
/** One of several hosts: a dead machine costs this, once for each look at all. */
export const HOST_LOOK_MS = 2_000;
/** How often a process with several hosts looks which is the primary, beside looking when a connection fails. */
export const HOSTS_WATCH_MS = 5_000;
/** How long a read waits for what is committed to be confirmed before it is refused. */
export const HELD_READ_MS = 5_000;
/** How long a read waits for a replica that is behind before the primary is asked: some commits' worth. */
export const CATCH_UP_MS = 250;
/** Between two looks at a replica that is behind. */
export const CATCH_UP_LOOK_MS = 5;
/** A primary that does not say its last sequence within this is away; reads go on where the replicas agree. */
export const INDEX_MS = 1_000;
/** How often a primary that is away is asked again, and how often replicas are looked at. */
export const REPLICAS_WATCH_MS = 1_000;
/** How often a process looks whether its own lost session is gone. */
export const LINGERING_LOOK_MS = 200;
/** TCP probes on an idle connection: the writer must notice a dead server soon. */
export const KEEPALIVE_MS = 5_000;
/** Connections for reads and for writes that are not money. */
export const POOL_CONNECTIONS_MAX = 8;
/** Connections to each replica: as many. */
export const REPLICA_CONNECTIONS_MAX = 8;
/** Rows of a page. */
export const PAGE_ROWS_MAX = 100;
/** How far back pages reach: `total` counts no further, so a page's cost has a bound. */
export const LIST_ROWS_MAX = 10_000;
/** Rows that one maintenance step removes: about 20 ms of work. */
export const PRUNE_ROWS_MAX = 2_000;
/** How long first answers are kept at least (7 days). */
export const IDEMPOTENCY_KEEP_MS = 7 * 86_400_000;
/** Months of partitions made ahead; rows beyond fall into the default partition, which is slower only. */
export const PARTITION_MONTHS_AHEAD = 3;
/** Candles of one answer. */
export const CANDLES_MAX = 1_500;
/** Entries that one step of the full recount reads. */
export const RECOUNT_ENTRIES_PER_STEP = 20_000;
/** Unread messages of a conversation are counted to here: a badge shows no more. */
export const CHAT_UNREAD_MAX = 100;
/** Receipts that a start looks through for outcomes nobody was told of. */
export const OUTCOME_RECEIPTS_MAX = 2_000;
