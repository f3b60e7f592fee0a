/** Sweeps of deposits, and how their signers stand. */
import type { SweepStanding, SweepState, SweepTo } from '@fairlead/contract';

export const sweepTexts = {
  title: 'Sweeps',
  sub: 'Deposits that the sweeping signer moves from users’ addresses to your own wallets. Where they go stands in its own policy: nothing here or in this database can send them elsewhere.',
  label: 'Sweeps',
  none: 'Nothing was swept yet.',
  noneFiltered: 'No sweep is in this state.',
  columns: {
    id: 'No.',
    amount: 'Amount',
    to: 'To',
    from: 'From',
    chain: 'Network',
    state: 'State',
    time: 'Signed',
  },
  state: 'State',
  states: {
    signed: 'under way',
    sent: 'arrived',
    failed: 'failed',
  } satisfies Record<SweepState, string>,
  to: {
    hot: 'hot wallet',
    cold: 'cold wallet',
    gas: 'gas for an address',
  } satisfies Record<SweepTo, string>,
  standings: {
    ready: 'sweeps',
    fees_too_dear: 'waits: the network is dearer than its policy allows',
    fees_used_up: 'waits: what its policy allows for fees in a day is used up',
    reserve_low: 'waits: the reserve that gives gas to addresses is short',
  } satisfies Record<SweepStanding, string>,
  standing: (chain: string, said: string, time: string) => `${chain} ${said} (${time})`,
  notOwn:
    'This address is in none of this server’s settings. Compare it with the signer’s policy, and put it into OWN_ADDRESSES if it is yours.',
  sources: (count: number) => (count === 1 ? '1 address' : `${count} addresses`),
  panel: (id: number) => `Sweep ${id}`,
  facts: {
    amount: 'Amount',
    to: 'To',
    address: 'Address',
    fee: 'Costs at most',
    from: 'From',
    txId: 'Transaction',
    reason: 'Why',
    changed: 'Last word',
  },
};
