import type { Logger } from 'pino';
import type { Chains } from '../chains/index.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import type { OperatorViews } from '../core/acts/looks.ts';
import type { QueueLeases } from '../core/acts/queue-leases.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import type { Config } from '../core/config/config.ts';
import type { Trading } from '../core/operations/trading-mode.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { Mutex } from '../core/store/mutex.ts';
import type { Holds } from '../holds/index.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import type { Messages } from '../notices/index.ts';
import type { Proposals, SignedApprovals } from '../operators/index.ts';
import type { Screenings } from '../screening/index.ts';
import type { TravelDeposits, TravelRule } from '../travel-rule/index.ts';
import type { Verifications } from '../verification/index.ts';
import type { DepositClaims } from './deposits/desk.ts';
import type { Addresses } from './payees/addresses.ts';
import type { BankCards } from './payees/bank-cards.ts';
import type { SignedIntents } from './signing/signed-intents.ts';
import type { CustodyTerms } from './terms/terms.ts';
import type { Withdrawals } from './withdrawals/desk.ts';
import type { SentMarks } from './withdrawals/sent-marks.ts';
import type { Vip } from './withdrawals/vip.ts';

/** What custody is given by the composition root. */
export interface CustodyNeeds {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  /** The database of each engine, the home's first. */
  readonly everyBooks: () => readonly Database[];
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  readonly sequencer: SequencerPort;
  /** While the books do not add up nothing new is traded; cancels go on. */
  readonly reconciler: Reconciler;
  /** What the whole exchange takes: everything, or cancels only. */
  readonly trading: Trading;
  readonly terms: Terms;
  readonly messages: Messages;
  readonly audit: AuditLog;
  /** Who has a record of a queue open. */
  readonly leases: QueueLeases;
  /** Looks behind masks, counted. */
  readonly views: OperatorViews;
  /** What needs two operators. */
  readonly proposals: Proposals;
  /** What operators pass, signed by their passkeys. */
  readonly signedApprovals: SignedApprovals;
  /** Claims are decided one after another. */
  readonly claimTurn: Mutex;
  /** What pays withdrawals: one transaction pays one. */
  readonly sentMarks: SentMarks;
  /** What users' passkeys signed. */
  readonly signedIntents: SignedIntents;
  /** What deposits and withdrawals cost and need. */
  readonly custodyTerms: CustodyTerms;
  readonly addresses: Addresses;
  readonly bankCards: BankCards;
  /** Whose name a card must be in. */
  readonly verification: Pick<Verifications, 'verifiedNames'>;
  readonly withdrawals: Withdrawals;
  readonly depositClaims: DepositClaims;
  readonly vip: Vip;
  /** Deposit addresses and the watchers of chains. */
  readonly chains: Chains;
  readonly marketData: MarketData;
  /** Records that nobody passes for a time. */
  readonly holds: Pick<Holds, 'held' | 'ofAll' | 'whileFree'>;
  /** What a provider must have said of what is passed. */
  readonly screenings: Pick<Screenings, 'checkPassable'>;
  /** Who receives what leaves, and what their provider said. */
  readonly travelRule: Pick<
    TravelRule,
    'isOn' | 'said' | 'checkSaid' | 'keep' | 'checkPassable' | 'of' | 'unproved'
  >;
  /** Whose wallets deposits came from. */
  readonly travelDeposits: Pick<TravelDeposits, 'asked' | 'of'>;
}
