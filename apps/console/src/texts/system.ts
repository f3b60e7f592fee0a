/** How the exchange runs. */
export const systemTexts = {
  title: 'System',
  sub: (version: string, uptime: string) => `Version ${version}, up for ${uptime}`,
  loading: 'The state is being read.',
  failed: 'The state did not load.',
  running: 'Everything runs',
  runningDetail: 'Orders are taken, the books add up, prices are fresh.',
  trouble: (count: number) =>
    count === 1 ? '1 thing needs a look' : `${count} things need a look`,
  troubles: {
    books: 'The books do not add up: trading and paying out are stopped.',
    lost: (range: string) => `The database lost commits: ${range}.`,
    unreplicated: 'A commit waits for a replica: nothing is answered until one has it.',
    stopped: (since: string) => `The exchange takes no new orders since ${since}.`,
    sequencer: (state: string) => `The sequencer is ${state}, not running.`,
    stale: (symbols: string) => `No fresh index: ${symbols}.`,
    paused: (chains: string) => `Stands still: ${chains}.`,
    stuck: (count: number) =>
      count === 1
        ? '1 deposit was seen over an hour ago and is not credited.'
        : `${count} deposits were seen over an hour ago and are not credited.`,
    outbox: (count: number) => `${count} messages to users wait to be sent.`,
    legal: (count: number) =>
      `Users are shown placeholders where your legal texts should be (${count}): see Legal texts.`,
  },
  trading: {
    title: 'Orders',
    open: 'Orders are taken',
    stopped: 'Cancels and closes only',
    since: 'Since',
    cause: 'Stopped by',
    causes: {
      operator: 'An operator',
      drift: 'The books, which did not add up',
      loss: 'The database, which lost commits',
    },
    reason: 'Reason',
    lead: 'Nothing opens in any market. Cancels, closes, triggers, deliveries, transfers and withdrawals go on.',
    held: 'After a difference in the books nothing is paid out either. Run every check again; without a difference it can be resumed.',
    recount: 'Run every check',
    recounting: 'The checks are running',
    recounted: 'The checks are running; what they find is shown here',
    stop: 'Stop new orders',
    resume: 'Resume',
    reasonHint: 'Operators read it here and in the audit log. Three characters or more.',
    stopTitle: 'Stop new orders everywhere',
    stopSubmit: 'Stop new orders',
    stopHint:
      'At once, in all markets and products. Users are told that orders are paused, not why. Resuming takes a second operator.',
    stopTemplates: ['Maintenance', 'A suspected fault', 'A security incident'],
    resumeTitle: 'Take orders again',
    resumeSubmit: 'Propose to resume',
    resumeHint:
      'Another manager passes it under Second operator. Both reasons are in the audit log.',
    stoppedDone: 'New orders are stopped',
    proposed: (id: number) => `Proposal ${id}: another manager resumes`,
    resumed: 'Orders are taken again',
  },
  sequencer: {
    title: 'Sequencer',
    state: 'State',
    queued: 'Commands waiting',
    inFlight: 'Batches being written',
    sequence: 'Last command',
    epoch: 'Epoch',
    p50: 'Commit, half within',
    p99: 'Commit, 99 of 100 within',
    states: { running: 'Running' } as Readonly<Record<string, string>>,
  },
  storage: {
    title: 'Storage',
    database: 'Database',
    durability: 'Durability',
    machines: 'Machines that hold a commit before it is answered',
    replicas: 'Replicas connected',
    losses: 'Commits that the database lost',
    loss: (lost: {
      readonly first: string;
      readonly last: string;
      readonly from: string;
      readonly to: string;
      readonly receipt: string;
    }) =>
      `commands ${lost.first} to ${lost.last}, of ${lost.from} to ${lost.to} (receipt ${lost.receipt})`,
  },
  databases: { pglite: 'PGlite, embedded', postgres: 'PostgreSQL' } as Readonly<
    Record<string, string>
  >,
  traffic: {
    title: 'Messages and clients',
    outbox: 'Waiting to be sent',
    sockets: 'Live connections',
  },
  ms: (value: string) => `${value} ms`,
  checks: {
    title: 'Reconciliation',
    names: {
      quick: 'Balances and holds against the ledger',
      balances: 'Every balance against its last posting',
      agreed: 'Open orders and positions against what was agreed',
      recount: 'Every balance counted again from its postings',
      engine: 'Memory against the tables',
      newest: 'The newest receipts and trades against samples, orders and ledger',
      past: 'Every receipt and trade against samples, orders, ledger and published heads',
    } as Readonly<Record<string, string>>,
    never: 'not yet',
    none: 'No check has run yet.',
    sound: 'no difference',
    drifts: (count: number) => (count === 1 ? '1 difference' : `${count} differences`),
  },
  feed: {
    title: 'Prices',
    kind: (kind: string) => `from ${kind}`,
    kinds: {
      simulated: 'a simulation',
      replay: 'a recording',
      live: 'venues, live',
    } as Readonly<Record<string, string>>,
    columns: { market: 'Market', state: 'State', index: 'Index', age: 'Age', sources: 'Sources' },
    stale: 'Stale',
    fresh: 'Fresh',
    none: 'No market is open.',
    seconds: (value: number) => `${value} s`,
  },
  watchers: {
    title: 'Chains',
    none: 'No chain is followed: addresses need keys of the operator. Claims work without.',
    columns: {
      chain: 'Chain',
      state: 'State',
      height: 'Height',
      lag: 'Behind',
      stuck: 'Stuck',
      confirmations: 'Confirmations',
    },
    running: 'Running',
    paused: 'Stands still',
    closed: 'Closed',
    lag: (blocks: number, seconds: string) => `${blocks} blocks, ${seconds}`,
    rescan: 'Read again',
    rescanTitle: (chain: string) => `Read ${chain} again`,
    rescanLead:
      'Reads the chain again from a height and resumes where it stands still. Nothing is credited twice.',
    from: 'From height',
    fromHint: 'Empty: from where it stands.',
    submit: 'Read again',
    done: (chain: string) => `${chain} is being read again`,
    lastError: 'Last error',
    why: 'Why it stands still',
  },
} as const;
