/** Everything a route may use, made once: in main.ts for the server, in the fixture for tests. */
import type { Logger } from 'pino';
import type { Chains } from './chains/chains.ts';
import type { Config } from './config.ts';
import type { Reconciler } from './sequencer/reconciler.ts';
import type { SequencerPort } from './sequencer/sequencer.ts';
import type { Addresses } from './services/addresses.ts';
import type { Alerts } from './services/alerts.ts';
import type { ApiKeys } from './services/api-keys.ts';
import type { BankCards } from './services/bank-cards.ts';
import type { Candles } from './services/candles/candles.ts';
import type { Chat } from './services/chat.ts';
import type { ChatDesk } from './services/chat-desk.ts';
import type { Codes } from './services/codes.ts';
import type { Outbox } from './services/codes-outbox.ts';
import type { CustodyTerms } from './services/custody-terms.ts';
import type { DepositClaims } from './services/deposits.ts';
import type { Events } from './services/events.ts';
import type { Faucet } from './services/faucet.ts';
import type { Files } from './services/files.ts';
import type { FundPasswords } from './services/fund-passwords.ts';
import type { HeadPublisher } from './services/heads/head-publisher.ts';
import type { Identity } from './services/identity.ts';
import type { Sessions } from './services/identity-sessions.ts';
import type { Liabilities } from './services/liabilities/liabilities.ts';
import type { Reserves } from './services/liabilities/reserves.ts';
import type { MarketData } from './services/market-data/market-data.ts';
import type { Messages } from './services/messages.ts';
import type { Metrics } from './services/metrics.ts';
import type { NotificationWishes } from './services/notification-wishes.ts';
import type { Operators } from './services/operators.ts';
import type { OperatorAdmin } from './services/operators-admin.ts';
import type { AuditLog } from './services/operators-audit.ts';
import type { OperatorEnrolment } from './services/operators-enrolment.ts';
import type { OperatorGate } from './services/operators-gate.ts';
import type { OperatorViews } from './services/operators-views.ts';
import type { OrderGate } from './services/order-gate.ts';
import type { Presence } from './services/presence.ts';
import type { Proposals } from './services/proposals.ts';
import type { Push } from './services/push.ts';
import type { PushService } from './services/push-service.ts';
import type { QueueLeases } from './services/queue-leases.ts';
import type { SecurityLocks } from './services/security-locks.ts';
import type { SentMarks } from './services/sent-marks.ts';
import type { Terms } from './services/terms.ts';
import type { Trading } from './services/trading.ts';
import type { UserOtp } from './services/user-otp.ts';
import type { Verifications } from './services/verification.ts';
import type { Vip } from './services/vip.ts';
import type { Withdrawals } from './services/withdrawals.ts';
import type { Database } from './store/database.ts';
import type { Mutex } from './store/mutex.ts';

/** Milliseconds since 1970 UTC; tests give their own. */
export interface ContextClock {
  now(): number;
}

export interface Context {
  readonly config: Config;
  readonly clock: ContextClock;
  /** When this process began. */
  readonly startedAtMs: number;
  readonly log: Logger;
  readonly database: Database;
  readonly sequencer: SequencerPort;
  /** While the books do not add up nothing new is traded; cancels go on. */
  readonly reconciler: Reconciler;
  /** What the whole exchange takes: everything, or cancels only. */
  readonly trading: Trading;
  readonly terms: Terms;
  readonly sessions: Sessions;
  readonly identity: Identity;
  /** Keys of users' programs. */
  readonly apiKeys: ApiKeys;
  readonly codes: Codes;
  readonly securityLocks: SecurityLocks;
  readonly fundPasswords: FundPasswords;
  readonly userOtp: UserOtp;
  readonly verification: Verifications;
  readonly files: Files;
  readonly messages: Messages;
  readonly chat: Chat;
  readonly chatDesk: ChatDesk;
  /** Who has a socket open. */
  readonly presence: Presence;
  /** Which kinds each user wants to be told of, and where. */
  readonly wishes: NotificationWishes;
  readonly push: Push;
  /** Knows which endpoints it may speak to. */
  readonly pushService: PushService;
  readonly outbox: Outbox;
  readonly operators: Operators;
  readonly operatorAdmin: OperatorAdmin;
  readonly operatorEnrolment: OperatorEnrolment;
  /** Every change of an operator runs in its turn here. */
  readonly operatorGate: OperatorGate;
  readonly audit: AuditLog;
  /** Who has a record of a queue open. */
  readonly leases: QueueLeases;
  /** Looks behind masks, counted. */
  readonly views: OperatorViews;
  /** What needs two operators. */
  readonly proposals: Proposals;
  /** Claims are decided one after another. */
  readonly claimTurn: Mutex;
  /** What pays withdrawals: one transaction pays one. */
  readonly sentMarks: SentMarks;
  readonly faucet: Faucet;
  /** What deposits and withdrawals cost and need. */
  readonly custodyTerms: CustodyTerms;
  readonly addresses: Addresses;
  readonly bankCards: BankCards;
  readonly withdrawals: Withdrawals;
  readonly depositClaims: DepositClaims;
  readonly vip: Vip;
  /** Deposit addresses and the watchers of chains. */
  readonly chains: Chains;
  /** Publications of what is owed to users. */
  readonly liabilities: Liabilities;
  /** Gives heads of the receipts to others. */
  readonly headPublisher: HeadPublisher;
  /** Addresses of the house. */
  readonly reserves: Reserves;
  readonly orderGate: OrderGate;
  readonly metrics: Metrics;
  readonly events: Events;
  readonly marketData: MarketData;
  readonly candles: Candles;
  readonly alerts: Alerts;
}
