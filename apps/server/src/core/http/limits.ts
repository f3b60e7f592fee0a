/**
 * Every bound of the HTTP side, each with its reason. The engine's are in its own limits.ts and in the
 * markets' terms; the store's queues in core/store/limits.ts.
 */
import type { RateClass } from '@fairlead/contract';

/** Largest body: a chat message of 2,000 characters, nine bytes each in a form. Uploads and articles have their own. */
export const BODY_BYTES_MAX = 24 * 1024;
/** An article in every language. */
export const LONG_BODY_BYTES_MAX = 1_280 * 1024;
/** A hundred orders with every field as long as it may be are 40 KB of JSON, and 50 in a form. */
export const ELEMENTS_BODY_BYTES_MAX = 64 * 1024;
/** Shorter answers fit into two packets, compressed or not. */
export const COMPRESS_BYTES_MIN = 2_048;
/** Fields in one form: twice the longest call. */
export const FORM_FIELDS_MAX = 40;
/** A client that sends its headers slower than this holds a connection for nothing. */
export const HEADERS_TIMEOUT_MS = 20_000;
/** A whole request: the largest picture over a telephone's 1.2 Mbit/s. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the idle time of common load balancers (60 s), so that they close first. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How long a stop waits for answers under way. */
export const STOP_TIMEOUT_MS = 10_000;
/** How long a process beside which others serve goes on answering once it is to stop: balancers look twice, a second apart. */
export const DRAIN_MS = 2_500;

export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  /** Counted by account where there is one, or always by address. */
  readonly by: 'account' | 'address';
}

/** Calls per account or address. Per /64 for IPv6, which is what one subscriber gets. */
export const RATE_LIMITS: Readonly<Record<RateClass, RateLimit>> = {
  /** A phone app reads about 2 a second at most; several tabs behind one address. */
  read: { points: 600, seconds: 10, by: 'account' },
  /** A busy maker replaces both sides of nine books each second. */
  order: { points: 2_000, seconds: 10, by: 'account' },
  /** Transfers and test funds: nobody clicks faster than once a second for a minute. */
  money: { points: 60, seconds: 60, by: 'account' },
  write: { points: 60, seconds: 60, by: 'account' },
  /** Each decodes a picture; a verification takes three. */
  upload: { points: 30, seconds: 60, by: 'account' },
  /** Signers of deposits, counted beside those that pay: a round each ten seconds, twenty new sweeps and as many ends. */
  sweep: { points: 300, seconds: 60, by: 'account' },
  /** Each costs a password hash; a household or office shares an address. */
  login: { points: 60, seconds: 60, by: 'address' },
  /** Each costs a message; an office or a class behind one address signs up together. */
  code: { points: 100, seconds: 600, by: 'address' },
};

/** How deep a quote of a conversion looks into a book: farther it is no price but a warning. */
export const CONVERSION_LEVELS_MAX = 1_000;
/** What a call costs the key that signed it: of the limits of its owner a key has the half, so no program takes the whole. */
export const KEY_CALL_COST = 2;
/** What a refused key costs its address: of guesses there are thirty in ten seconds, and none is worth one. */
export const REFUSED_KEY_COST = 20;

/** Wrong tries at passwords. The eleventh within the window is refused (G18). */
export const WRONG_PASSWORDS_MAX = 10;
export const WRONG_PASSWORDS_WINDOW_MS = 15 * 60_000;
/** The first lock; each further one in a day doubles, up to the longest. */
export const LOCK_MAX_MS = 4 * 60 * 60_000;
/** Wrong tries of one address at whatever accounts (G18). */
export const WRONG_TRIES_PER_ADDRESS_MAX = 100;
export const WRONG_TRIES_PER_ADDRESS_WINDOW_MS = 60 * 60_000;
/** Accounts and addresses remembered for throttling; the oldest are forgotten first. */
export const THROTTLE_ENTRIES_MAX = 100_000;

/** Guesses at one code. Six digits have 20 bits, so five guesses are one in 200,000. */
export const CODE_TRIES_MAX = 5;
/** Wrong codes a day for one target and scene, of one address or device: a new code does not give new guesses (C3). */
export const CODE_WRONG_PER_DAY_MAX = 20;
/**
 * The same of all strangers together: one in 10,000 a day at most. Beyond either, strangers get codes too long to be
 * guessed, so nobody's guesses end anybody else's codes.
 */
export const CODE_WRONG_BY_ALL_PER_DAY_MAX = 100;
/** Codes a day for one target and scene of the owner logged in, or of one device that the account knows. */
export const CODES_PER_KNOWN_PER_DAY_MAX = 20;
/** Codes a day that cost strangers nothing; after these they prove work, and everybody else's are untouched. */
export const CODES_FREE_PER_DAY = {
  /** To one target and scene, by whomever. */
  target: 5,
  /** By one address: an office or a class behind it signs up together. */
  address: 200,
  /** By one network: /24 of IPv4, /48 of IPv6. */
  network: 1_000,
  /** By all: from here on the bill is shared with whoever asks. */
  all: 20_000,
} as const;
/** Codes a day to one target and scene that one address may cause, worked for or not: a mailbox is not theirs to fill. */
export const CODES_PER_TARGET_AND_ADDRESS_PER_DAY_MAX = 20;
/** Messages a day caused by one address, worked for or not. */
export const CODES_PER_ADDRESS_PER_DAY_MAX = 1_600;
/** Hashes asked for, as a power of two: half a second of a telephone at first, doubled with what is spent. */
export const WORK_BITS = 16;
/** What others' spending adds at most: ten seconds of a telephone. One's own address's adds more. */
export const WORK_BITS_OF_OTHERS_MAX = 3;
/** A proof is made within this; a slow telephone needs a minute for the longest. */
export const WORK_LIFETIME_MS = 5 * 60_000;

/** Password hashes at once. Each takes 19 MiB and about 15 ms of a core (G17). */
export const PASSWORD_HASHES_MAX = 2;
/** Hashes waiting: about two seconds' worth; more is refused with `overloaded`. */
export const PASSWORD_QUEUE_MAX = 128;

/** A user's session ends after this much time, used or not. */
export const SESSION_LIFETIME_MS = 14 * 24 * 60 * 60_000;
export const OPERATOR_SESSION_LIFETIME_MS = 8 * 60 * 60_000;
export const OPERATOR_SESSION_IDLE_MS = 15 * 60_000;
/** An enrolment of an operator's second factor must be confirmed within this. */
export const OPERATOR_ENROL_MS = 15 * 60_000;
/** Wrong codes of a second factor before it locks: with a window of three steps one in 66,000 (G18). */
export const FACTOR_CODES_WRONG_MAX = 5;
/** Masked fields and pictures one operator may look at in an hour (L4). */
export const OPERATOR_VIEWS_PER_HOUR_MAX = 20;
/** Rows of one export. */
export const EXPORT_ROWS_MAX = 10_000;
/** A withdrawal under review this long alarms: of the time that was promised a sixth is left, two hours of twelve. */
export const withdrawalLateMs = (reviewHours: number): number => reviewHours * 50 * 60_000;
/** How long a record counts as open to one operator, unless it is opened again. */
export const QUEUE_LEASE_MS = 2 * 60_000;
/** Open records remembered: more than any queue's page and operators together. */
export const QUEUE_LEASES_MAX = 10_000;
/** Sessions of one user; a login beyond ends the one unused longest. */
export const SESSIONS_PER_USER_MAX = 20;
/** Sessions kept in memory, so that a call needs no query; about 300 bytes each. */
export const SESSION_CACHE_MAX = 50_000;
/** When a session was last used is written at most this often. */
export const SESSION_SEEN_STEP_MS = 60_000;
/** So long after a log-in its session sets a first fund password without the login password. */
export const SESSION_YOUNG_MS = 900_000;
/** Devices remembered of one user. */
export const DEVICES_PER_USER_MAX = 20;

/** Messages the demo inbox shows. */
export const INBOX_MESSAGES_MAX = 20;
/** How often a message may be refused for good by the mail server or SMS gateway; one that is away does not count. */
export const SEND_TRIES_MAX = 5;
export const SEND_RETRY_MS = 5_000;
export const SEND_TIMEOUT_MS = 10_000;
/** One that was not taken waits as long as it is old, at most so long; a code is of no use after its minutes, the rest after days. */
export const SEND_WAIT_MAX_MS = 15 * 60_000;
export const SEND_FOR_MS = 3 * 86_400_000;
/** Whoever tries has it to themselves for so long, longer than a try takes: who does not end it crashed. */
export const SEND_LEASE_MS = 120_000;
/** Messages handed over at once. */
export const SEND_BATCH_MAX = 20;
/** Books are sampled so often and samples kept so long; a day's figures are sums by then. */
export const BOOK_SAMPLE_MS = 5_000;
export const BOOK_SAMPLES_KEPT_MS = 2 * 86_400_000;
/** Windows of one rule that a round of surveillance looks at; after a stand-still it catches up over rounds. */
export const SURVEILLANCE_WINDOWS_MAX = 6;
/** Rows that it reads at once, and of one window: beyond them it says that it did not look, for judging them would keep orders waiting. */
export const SURVEILLANCE_PAGE = 5_000;
export const SURVEILLANCE_ROWS_MAX = 50_000;
/** Orders and trades that are kept with a finding; all are named by their ids. */
export const FINDING_EVIDENCE_MAX = 200;
/** Mails that users wish: how often it is looked for what is due, and of how many users at once. */
export const MAIL_STEP_MS = 5_000;
export const MAIL_USERS_MAX = 100;
/** What comes at once comes at most six times an hour; what happens meanwhile goes as one. */
export const MAIL_SPACING_MS = 10 * 60_000;
/** Lines of one mail; the rest is counted and stands in the app. */
export const MAIL_LINES_MAX = 100;
/** Items of one user that a round looks at: more than the fills that are told in a day (30 a minute). */
export const MAIL_WAITING_MAX = 60_000;
/** So long a name keeps something from being mailed again: far longer than a start looks back. */
export const MAIL_NAMES_KEPT_MS = 2 * 86_400_000;
/** The link that ends mails lives as long as mails are kept. */
export const MAIL_END_LINK_MS = 730 * 86_400_000;

/** Sums, holds and counters are checked this often; it costs one pass over accounts and open orders. */
export const CHECK_QUICK_MS = 60_000;
/** The running engine against one of the tables: doubles its memory for a moment. */
export const CHECK_ENGINE_MS = 15 * 60_000;
/** Every balance against its last posting: at a start for so long, then for a part of each second until all are through. */
export const CHECK_BALANCES_START_MS = 20_000;
export const CHECK_BALANCES_MS = 1_000;
export const CHECK_BALANCES_PART_MS = 300;
/** Every balance from all its postings: 100,000 entries this often, and a rest after all of them. */
export const CHECK_RECOUNT_MS = 10_000;
export const CHECK_RECOUNT_STEPS = 5;
export const CHECK_RECOUNT_REST_MS = 6 * 60 * 60_000;
/** All receipts against samples, rows and entries: 2,000 of them this often, some hundredths of a core. */
export const CHECK_PAST_MS = 10_000;
export const CHECK_PAST_STEPS = 20;

/** Test funds a user gets in a UTC day, in whole units; currencies not named get DEFAULT. */
export const FAUCET_PER_DAY: Readonly<Record<string, string>> = {
  BTC: '2',
  ETH: '40',
  USDT: '100000',
};
export const FAUCET_PER_DAY_DEFAULT = '10000';
/** Grants a user gets in a UTC day, in all currencies. */
export const FAUCET_GRANTS_PER_DAY_MAX = 100;

/** Guesses at a fund password: six digits have 20 bits. Kept in its table, so a restart forgives nothing. */
export const FUND_PASSWORD_BUDGET = {
  triesMax: 5,
  lockMs: 15 * 60_000,
  lockMaxMs: 24 * 60 * 60_000,
} as const;
/** Guesses at a second factor, of whose codes three are right at a time. */
export const OTP_BUDGET = FUND_PASSWORD_BUDGET;
/** A new second factor must be confirmed within this time. */
export const OTP_BEGIN_MS = 30 * 60_000;
export const RECOVERY_CODES_COUNT = 10;
/** How long the link of a security mail locks the account: mail is read late. */
export const MAIL_LINK_MS = 30 * 24 * 60 * 60_000;
/** A recovery that nobody goes on with, and the link that stops it: weeks, for its owner may wait for a new telephone. */
export const RECOVERY_OPEN_MS = 60 * 86_400_000;
/** The log of security acts goes back so far. */
export const SECURITY_ACTS_KEPT_MS = 365 * 24 * 60 * 60_000;
/** Passkeys of one user: every device of a household has one. */
export const PASSKEYS_PER_USER_MAX = 10;
/** A person finds the device, is known by it and answers: the longest that browsers wait. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000;
/** From a passkey's answer to the call that it is for, which follows at once or after a form was put right. */
export const PASSKEY_TICKET_MS = 5 * 60_000;
/** Passkeys made this long before a reset of the password by mail end with it: whoever had the password may have made them. */
export const YOUNG_PASSKEY_MS = 30 * 86_400_000;

/** Of a stored picture, on its longer side: print on a document stays readable. */
export const PICTURE_SIDE_MAX = 2_560;
/** Pixels of a picture that are decoded; a telephone's best camera makes 50 million, which apps scale down. */
export const PICTURE_PIXELS_MAX = 40_000_000;
/** Decoding one takes about half a second and 20 MB: half the cores stay for trading. */
export const PICTURES_AT_ONCE_MAX = 2;
export const PICTURE_TIMEOUT_S = 5;
/** Names, boundaries and fields around the picture of an upload. */
export const UPLOAD_OVERHEAD_BYTES_MAX = 16 * 1024;
/** Pictures being received or waiting to be decoded, each up to 8 MB in memory. */
export const UPLOADS_AT_ONCE_MAX = 16;
/** Of one user: it takes many accounts, and not two, to hold all places. */
export const UPLOADS_PER_USER_AT_ONCE_MAX = 2;
/** Uploads waiting to be received; nothing of them is read meanwhile. */
export const UPLOADS_WAITING_MAX = 64;
/** How long the rest of a refused upload is taken, so that its answer arrives. */
export const UPLOAD_LINGER_MS = 2_000;
/** What must come of an upload in each window (the slowest mobile network gives ten times that), and how long
 * it may take in all: whoever sends headers and then nothing holds a place for one window. */
export const UPLOAD_PACE = { windowMs: 5_000, bytesMin: 16 * 1024, windowsMax: 6 } as const;
/** How long a signed path to a picture works: the console asks for it as it shows it. */
export const FILE_PATH_LIFETIME_MS = 60_000;
/** Photos for a verification that was never asked for are forgotten after a week. */
export const UNUSED_PHOTO_KEEP_MS = 7 * 24 * 60 * 60_000;
/** Pictures of one user in a UTC day: a verification takes three. */
export const FILES_PER_DAY_MAX = 20;

/** Addresses in one user's book, and bank cards: more than anybody uses, few enough for one list. */
export const ADDRESSES_PER_USER_MAX = 20;
export const BANK_CARDS_PER_USER_MAX = 10;
/** Calls of one user that wait for their fund password's turn: as many as one user may make in a minute. */
export const FUND_PASSWORD_CALLS_WAITING_MAX = 60;
/** Claims of one user under review: each is a reviewer's time. */
export const CLAIMS_UNDER_REVIEW_MAX = 5;
/** Claims of all users waiting for their turn, at about 10 ms each. */
export const CLAIMS_WAITING_MAX = 500;
/** How long a user's traded volume is remembered: finding it reads all their orders of 30 days. */
export const VOLUME_CACHE_MS = 60_000;
/** Users whose volume is remembered; the oldest are forgotten first. */
export const VOLUME_CACHE_MAX = 10_000;
/** Offerings on the home page. */
export const RECOMMENDED_OFFERINGS_MAX = 4;
/** Inviters in the ranking. */
export const RANKS_MAX = 10;
/** When a ranking is made anew that lacked the index of a currency. */
export const RANKING_RETRY_MS = 60_000;
/**
 * Interest days, releases and rebates that one command posts: measured so that orders placed meanwhile are answered
 * within twice their idle p99 (bench/hosting.ts).
 */
export const SCHEDULE_CHUNK = 50;
/** The rest after a part, in times of how long the part took: the database is half free for orders. */
export const SCHEDULE_REST_FACTOR = 1;

/** Offices of one operator, all on one page. */
export const OFFICES_MAX = 200;

/** Sub-accounts kept in memory, so that a call as one needs no query; about 300 bytes each. */
export const SUB_ACCOUNT_CACHE_MAX = 10_000;
/** What one may open is looked up anew after this: another process may have set it. */
export const SUB_ACCOUNT_FRESH_MS = 1_000;
/** It is begun so long before, so that no command of one that trades all the time waits for it. */
export const SUB_ACCOUNT_AHEAD_MS = 500;
/** Of one user: each waits for the commit of the one before. */
export const SUB_ACCOUNT_MOVES_WAITING_MAX = 10;

/** API keys kept in memory, so that a call of a program needs no query; about 500 bytes each. */
export const API_KEY_CACHE_MAX = 10_000;
/** A key in memory is looked up anew after this: another process may have ended it. */
export const API_KEY_FRESH_MS = 1_000;

/** How often it is looked whether something waits for an endpoint of a webhook; one question for all. */
export const WEBHOOK_ROUND_MS = 1_000;
/** Users whose endpoints are spoken to at once: each is a socket and a page of steps, and may take the whole time. */
export const WEBHOOKS_AT_ONCE_MAX = 64;
/** Standard Webhooks recommends 15 to 30 s; an endpoint that thinks before it answers keeps others waiting. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** A try that a crash cut off is repeated after it. */
export const WEBHOOK_LEASE_MS = 60_000;
/** Messages to one endpoint before others have their turn. */
export const WEBHOOK_MESSAGES_PER_TURN = 10;
/** The wait before the second try, and the longest. */
export const WEBHOOK_RETRY_MS = 5_000;
export const WEBHOOK_RETRY_MAX_MS = 2 * 60 * 60_000;
/** Of each endpoint, about 200 bytes each. */
export const WEBHOOK_DELIVERIES_KEPT_MAX = 1_000;

/** Push messages that wait, each about 200 bytes: an hour of a busy exchange with the services away. */
export const PUSH_QUEUE_MAX = 10_000;
/** Sent at once: each is one small request, and encrypting one takes a millisecond. */
export const PUSH_AT_ONCE_MAX = 8;
export const PUSH_TIMEOUT_MS = 10_000;
/** Tries to hand over a message, the wait before the second, and the longest a service may ask for. */
export const PUSH_TRIES_MAX = 4;
export const PUSH_RETRY_MS = 5_000;
export const PUSH_RETRY_MAX_MS = 10 * 60_000;
/** How long a push service keeps it for a device that is away; later it is no news. */
export const PUSH_TTL_S = 4 * 60 * 60;
/** A message must fit into 4096 bytes, and screens show less than this. */
export const PUSH_BODY_LENGTH_MAX = 300;
/** Devices told of an announcement in one step, and the rest between two: 50 a second in all. */
export const ANNOUNCE_DEVICES_MAX = 500;
export const ANNOUNCE_STEP_MS = 10_000;
/** An announcement older than this is not pushed any more. */
export const ANNOUNCE_WITHIN_MS = 24 * 60 * 60_000;
/** Completed orders of one user that are told of in a minute: whoever fills more trades by program. */
export const FILLS_TOLD_PER_MINUTE_MAX = 30;
/** How often it is kept up to where owners were told of their fills. */
export const TOLD_MARK_MS = 10_000;
/** Notices that wait to be told; more are those of a database that is away. */
export const TRADE_NOTICES_MAX = 10_000;
/** Alerts that fire in one statement. */
export const ALERTS_FIRED_AT_ONCE_MAX = 500;

/** Messages one user writes to the desk in a minute: faster than anybody types, slow enough to be read. */
export const CHAT_MESSAGES_PER_MINUTE_MAX = 20;
/** An operator who lets a user wait this long may be relieved by another. */
export const CHAT_SILENT_OPERATOR_MS = 10 * 60_000;
/** A conversation that was answered and is silent for so long ends by itself. */
export const CHAT_SILENT_USER_MS = 24 * 60 * 60_000;
/** Conversations that end by themselves in one go; a minute later come the next. */
export const CHAT_CLOSED_AT_ONCE_MAX = 100;
/** What a wait is expected from: the median of the last waits that ended within a day. */
export const CHAT_WAITS_MAX = 20;
export const CHAT_WAITS_SINCE_MS = 24 * 60 * 60_000;
/** Messages of a transcript; of a longer conversation the last. */
export const CHAT_TRANSCRIPT_MAX = 2_000;
/** People of the desk in the list to pass a conversation to. */
export const CHAT_TEAM_MAX = 100;
/** Pictures one operator sends in a UTC day. */
export const DESK_FILES_PER_DAY_MAX = 200;
/** Openings of others' conversations that are noted once an hour; the oldest are forgotten and noted again. */
export const CHAT_OPENINGS_MAX = 1_000;

/** Owners read at once for a proof of liabilities: some 20 ms of the database. */
export const LIABILITY_PAGE_OWNERS = 5_000;
/** How long each user can fetch their proof of a snapshot: leaves take 16 bytes a user and currency. Roots stay for ever. */
export const LIABILITY_PROOFS_KEPT_MS = 90 * 24 * 60 * 60_000;
/** After a snapshot that failed. */
export const LIABILITY_RETRY_MS = 60 * 60_000;
/** Trees whose parts' tops are kept in memory: about 0.4 MB each for a million leaves. */
export const LIABILITY_TREES_KEPT = 20;
/** Addresses of the house, given up ones included: one list. */
export const RESERVES_MAX = 200;
/** How old the date in a reserve's message may be. */
export const RESERVE_MESSAGE_DAYS = 7;
/** How long operators have to sign a payment of the cold wallet: keys lie in several places. */
export const COLD_OPEN_MS = 7 * 24 * 60 * 60_000;
/** Open at once. Each is asked of the node in every round. */
export const COLD_OPEN_MAX = 10;
/** Of one payment: a hardware wallet shows each, and the file holds the transaction that made it. */
export const COLD_COINS_MAX = 20;
/** Satoshis a virtual byte, whatever the node says that blocks cost. */
export const COLD_FEE_RATE_MAX = 300n;
/** Addresses in a row that were never paid end a look through the cold wallet, as in other wallets. */
export const COLD_GAP = 20;
/** Of each branch: a bound on what a node that lies can have asked. */
export const COLD_ADDRESSES_MAX = 1_000;
/** Pages of an address's history, of 25 transactions each, where its coins are more than a node lists at once. */
export const COLD_HISTORY_PAGES_MAX = 60;
/** Lists of the console show what the cold wallet had this long ago at most: each look is a question for every address. */
export const COLD_LOOK_MS = 60_000;
/** How often cold and hot wallets are measured for Prometheus. */
export const COLD_MEASURE_MS = 10 * 60_000;
/** How often it is looked what became of payments of the cold wallet. */
export const COLD_ROUND_MS = 60_000;
/** How often it is looked whether a recurring buy is due; one question for all. */
export const RECURRING_ROUND_MS = 5_000;
/** Plans that buy at once, and purchases told in one go. */
export const RECURRING_AT_ONCE_MAX = 50;
/** Plans of a user that are shown: all that go on, and the last that ended. */
export const RECURRING_LISTED_MAX = 100;
