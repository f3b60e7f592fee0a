/** Where the money of users lies, and what hot wallets may hold. */
import type { TreasuryLine } from '@fairlead/contract';

export const treasuryTexts = {
  title: 'Treasury',
  sub: 'What is owed to users, where it lies as your own nodes say, and what the hot wallets may hold.',
  lines: 'Hot wallets',
  empty: 'No currency has a network.',
  noNodes:
    'No node is set (RPC_EVM, RPC_BTC, RPC_TRON) or no hot wallet is named (HOT_ADDRESSES, OWN_ADDRESSES): what wallets hold is not known, and no alarm looks after it.',
  away: (names: string) =>
    `Nodes do not answer: ${names}. What is shown of them is of the time beside it, or not known.`,
  head: {
    label: 'What is owed, and where it lies',
    currency: 'Currency',
    owed: 'Owed',
    hot: 'Hot',
    cold: 'Cold',
    deposits: 'Deposit addresses',
    onItsWay: 'On its way',
    unknown: 'Unknown',
    coverage: 'Known to be held',
    atLeast: (percent: string) => `at least ${percent}`,
    percent: (text: string) => `${text}%`,
    note: 'Owed is what users have, and what was taken off them and has not left for good. Known to be held is hot, cold and deposit addresses, of what is owed: wallets that this server does not know are missing in it, and so are deposit addresses beyond those that got most lately.',
    payments: (signing: number, signingAmount: string, sent: number, sentAmount: string) =>
      `Cold wallet: ${signing} to sign (${signingAmount}), ${sent} sent and not final (${sentAmount}).`,
  },
  columns: {
    currency: 'Currency',
    chain: 'Network',
    hot: 'Holds',
    limits: 'Minimum – maximum',
    waiting: 'To be paid',
    standing: 'Stands',
    time: 'Asked',
  },
  noLimits: 'none set',
  range: (minimum: string, maximum: string) => `${minimum} – ${maximum}`,
  standings: { below: 'below minimum', within: 'within', above: 'over maximum' } satisfies Record<
    NonNullable<TreasuryLine['standing']>,
    string
  >,
  states: { fresh: 'known', stale: 'node away', unasked: 'never answered', unwatched: 'no node' },
  short: 'cannot pay',
  said: {
    stale: (time: string) => `The node does not answer. This is what it said ${time}.`,
    unasked: 'The node has not answered since the start: what the wallet holds is not known.',
    unwatched:
      'No node is set for this currency here, or no hot wallet is named: it is looked after by hand.',
    below: (missing: string) => `Less than the minimum. ${missing} are missing to the target.`,
    above: (excess: string) =>
      `More than the maximum. Move ${excess} to the cold wallet: pay the address that the page of the cold wallet shows, after you compared it with a hardware wallet.`,
    short: (short: string) =>
      `Passed withdrawals need ${short} more than the hot wallet has. They wait until it is filled.`,
  },
  panel: (currency: string, chain: string) => `${currency} on ${chain}`,
  facts: {
    hot: 'Holds',
    minimum: 'Minimum',
    target: 'Target',
    maximum: 'Maximum',
    waiting: 'To be paid',
    onItsWay: 'On its way',
    unknown: 'Unknown',
    deposits: 'On deposit addresses',
    asked: 'Asked',
  },
  waiting: (amount: string, count: number) => `${amount} (${count})`,
  deposits: (amount: string, addresses: number) =>
    `${amount} on the ${addresses} that got most lately`,
  wallets: 'Wallets',
  fill: (missing: string) => `Fill up from the cold wallet: ${missing}`,
  change: 'Change the limits',
  set: 'Set limits',
  history: 'Limits so far',
  noHistory: 'None were set yet.',
  historyLine: (proposer: string, decider: string, time: string) =>
    `proposed by ${proposer}, passed by ${decider}, ${time}`,
  form: {
    title: 'Limits of the hot wallets',
    lead: 'Another manager decides. Below the minimum and over the maximum an alarm goes off; nothing moves by itself.',
    minimum: 'Minimum',
    minimumHint: 'What withdrawals of a day may need. Below it, fill up.',
    target: 'Target',
    targetHint: 'What it is filled up to.',
    maximum: 'Maximum',
    maximumHint: 'The most that may lie under one key. Over it, move the rest to the cold wallet.',
    reason: 'Reason',
    submit: 'Propose',
    done: (id: number) => `Proposal ${id} waits for another manager.`,
  },
};
