/**
 * What of each engine's tables goes to the reports database, decided once for every table of the schema. What two engines have
 * under the same key goes there by a table of its own that names the engine (KEPT_APART); ids of all else are 10^12 apart.
 */
import { ledgerAccountId } from '@fairlead/engine';
import { ENGINE_NAMES, type EngineName } from '../../core/config/engines.ts';
import { accountsOf } from '../shares.ts';

/** Why a table is not there. */
export type Left =
  /** Keys, codes, passwords, papers, and what people wrote in confidence. */
  | 'secret'
  /** Of one database alone: who writes it, what it still has to do, what a start or a check goes on from. */
  | 'machinery'
  /** Read at the home, and nothing that reads across asks for it. */
  | 'home alone'
  /** What a view shows is there by its tables. */
  | 'view';

export interface Published {
  readonly from: readonly EngineName[];
  /** Columns that stay behind, NULL in the reports database. */
  readonly without?: readonly string[];
  /** Its rows come without their key and are numbered anew where they arrive: their own numbers are those of one database. */
  readonly isNumberedAnew?: true;
}

export type Share = Published | { readonly left: Left };

const left =
  (why: Left) =>
  (name: string): readonly [string, Share] => [name, { left: why }];
const from =
  (...engines: readonly EngineName[]) =>
  (name: string): readonly [string, Share] => [name, { from: engines }];

export const SHARES: ReadonlyMap<string, Share> = new Map<string, Share>([
  // What every engine writes of its own.
  ...['journal_entries', 'posting_rows', 'balances', 'transfers'].map(from(...ENGINE_NAMES)),
  ...['sent_transfers', 'received_transfers'].map(from(...ENGINE_NAMES)),
  ...['receipts', 'receipt_heads', 'head_publications'].map(from(...ENGINE_NAMES)),
  ['rebates', { from: ENGINE_NAMES, without: ['rebate_id'], isNumberedAnew: true }],
  // One engine's. The others have no rows of it, or had them before they were divided.
  ...['futures_terms', 'positions'].map(from('futures')),
  ...['option_terms', 'option_currencies', 'option_orders'].map(from('options')),
  ...['hosting_products', 'hosting_orders'].map(from('wealth')),
  ...['orders', 'order_amendments', 'order_lists', 'trigger_orders', 'trades'].map(from('spot')),
  ['conversions', { from: ['spot'] }],
  ...['trade_postings', 'offerings', 'subscriptions'].map(from('spot')),
  // The home's: the others only mirror it.
  ...['owners', 'currencies', 'markets', 'market_grids', 'trading'].map(from('spot')),
  ...['referral_terms', 'partners', 'referrals', 'index_samples', 'void_samples'].map(from('spot')),
  ...['rebate_days', 'referral_sums'].map(from('spot')),
  // The home's: people, money in and out, operators.
  ...['deposits', 'withdrawals', 'withdrawal_holds', 'deposit_addresses'].map(from('spot')),
  ...['currency_chains', 'candles', 'terms_versions', 'proposals', 'audit_log'].map(from('spot')),
  ...['liability_snapshots', 'reserves', 'reserve_balances', 'reserve_ends'].map(from('spot')),
  ...['desk_days'].map(from('spot')),
  ['users', { from: ['spot'], without: ['password_hash', 'password_changed_at_ms'] }],
  [
    'operators',
    {
      from: ['spot'],
      without: [
        ...['password_hash', 'otp_secret', 'otp_pending', 'otp_pending_at_ms', 'otp_last_step'],
        'passkey_handle',
      ],
    },
  ],
  [
    'verifications',
    {
      from: ['spot'],
      without: [
        ...['details', 'key_id', 'id_digest', 'front_file_id', 'back_file_id', 'holding_file_id'],
      ],
    },
  ],
  ...[
    ...[
      'account_locks',
      'account_recoveries',
      'recovery_tries',
      'api_keys',
      'bank_cards',
      'chat_messages',
      'files',
      'first_answers',
    ],
    ...['fund_passwords', 'known_countries', 'known_devices', 'liability_keys', 'liability_parts'],
    ...['listen_keys', 'mail_words', 'operator_enrolments', 'operator_passkey_challenges'],
    ...['operator_identities', 'operator_sso_logins'],
    ...['operator_passkeys', 'operator_recovery_codes', 'operator_sessions', 'outbox_messages'],
    ...['passkey_challenges', 'passkey_log', 'passkey_owners', 'passkey_tickets', 'passkeys'],
    ...['push_keys', 'push_subscriptions', 'recovery_codes', 'security_acts', 'sessions'],
    ...['settings', 'signed_approvals', 'signed_intents', 'user_notes', 'user_otps'],
    ...['verification_codes', 'webhook_deliveries', 'webhook_places', 'webhooks'],
    ...['withdrawal_addresses', 'holds', 'screenings', 'identity_checks', 'identity_words'],
    ...['cold_spends', 'cold_coins', 'cold_signatures', 'sweeps', 'sweepers'],
    ...['travel_declarations', 'travel_messages', 'travel_deposits', 'travel_callbacks'],
    'wallet_proofs',
  ].map(left('secret')),
  ...[
    ...['batch_steps', 'owner_steps', 'step_marks', 'cancel_timers', 'chain_blocks'],
    ...['chain_cursors', 'check_places', 'clock_returns', 'desk_cursor', 'history_cuts'],
    ...['leader', 'leader_beats', 'lone_words', 'missing_numbers', 'number_beginnings'],
    ...['opening_balances', 'opening_fills', 'past_check', 'posting_arrivals', 'pushed_news'],
    ...['divided_sums', 'engine_marks', 'told_marks'],
    ...[
      'recount_sums',
      'surveillance_places',
      'schema_migrations',
      'seeded_articles',
      'trigger_backlogs',
      'vouches',
    ],
  ].map(left('machinery')),
  ...[
    ...[
      'treasury_limits',
      'bank_accounts',
      'chain_transfers',
      'chat_conversations',
      'deposit_costs',
      'drawings',
    ],
    ...['favourites', 'mail_hours', 'mail_items', 'mail_wishes'],
    ...['legal_texts', 'legal_versions', 'news', 'news_translations', 'notification_settings'],
    ...['offices', 'operator_views', 'price_alerts', 'recurring_plans', 'recurring_purchases'],
    ...[
      'recurring_stops',
      'security_changes',
      'sub_accounts',
      'sub_account_limits',
      'account_shares',
    ],
    'user_messages',
    // Of spot's books, which are the home's.
    ...['book_samples', 'findings', 'finding_acts', 'market_days'],
  ].map(left('home alone')),
  ...['idempotency_keys', 'postings'].map(left('view')),
]);

/** A table of which two engines have rows of the same key. */
export interface KeptApart {
  readonly table: string;
  readonly key: readonly string[];
  /** Which of its rows, as a trigger's condition; absent: all. */
  readonly when?: string;
}

/**
 * Of these the home's rows are in the table itself, those of each other engine in one of the same name in the schema `reports` that names
 * the engine: triggers copy them there at the engine. In the reports database it inherits from the table, so who reads that reads all.
 */
export const KEPT_APART: readonly KeptApart[] = [
  { table: 'balances', key: ['account_id'], when: 'NEW.owner_id = 0' },
  { table: 'rebate_days', key: ['inviter_id', 'currency_id', 'day'] },
  { table: 'referral_sums', key: ['invitee_id', 'currency_id'] },
];

/** Where an engine says how far it has come, in the transaction of each batch. */
export const MARKS = 'marks';

const [HOME] = ENGINE_NAMES;
/** The house is owner 0, so the first account of the first user comes after all of its own. */
const USERS_FROM = ledgerAccountId(1, 'coin', 1) - (ledgerAccountId(1, 'coin', 1) % 2 ** 20);
const KIND_UNIT = 2 ** 15;
const KINDS = 2 ** 5;

/** Which balances an engine's table gives: those of the accounts that it keeps, and at the home those of the house. */
export function balancesOf(name: EngineName): string {
  const [account] = accountsOf(name);
  const code = Math.floor(ledgerAccountId(1, account, 1) / KIND_UNIT) % KINDS;
  const kept = `(account_id / ${KIND_UNIT}) % ${KINDS} = ${code}`;
  return name === HOME
    ? `account_id < ${USERS_FROM} OR ${kept}`
    : `account_id >= ${USERS_FROM} AND ${kept}`;
}

/** A table of the schema as an engine publishes it. */
export interface Publication {
  readonly table: string;
  readonly without: readonly string[];
  /** SQL of a row filter. */
  readonly where?: string;
}

/** What one engine publishes: rows that change, and rows that are only ever added. */
export function publicationsOf(name: EngineName): {
  readonly kept: readonly Publication[];
  readonly added: readonly Publication[];
} {
  const published = [...SHARES].flatMap(([table, share]) => {
    if ('left' in share || !share.from.includes(name)) return [];
    const { without = [], isNumberedAnew = false } = share;
    const where = table === 'balances' ? balancesOf(name) : undefined;
    return [{ table, without, isNumberedAnew, ...(where !== undefined && { where }) }];
  });
  return {
    kept: published.filter(({ isNumberedAnew }) => !isNumberedAnew),
    added: published.filter(({ isNumberedAnew }) => isNumberedAnew),
  };
}
