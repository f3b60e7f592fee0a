/**
 * The one table of pages. A page's file is `features/<path>/page.tsx` and exports `Page`; its name in
 * the navigation is `shellTexts.pages[path]`. A test holds files, names and roles together.
 */
import type { OperatorRole, RouteName } from '@fairlead/contract';
import type { IconName } from '@fairlead/ui';
import type { Counts } from '../data/use-config.ts';

export const GROUPS = ['start', 'review', 'people', 'trade', 'books', 'watch'] as const;

export interface PageEntry {
  /** After `#/`; also the name of the feature. */
  readonly path: string;
  /** Where it stands in the navigation; without one it is reached otherwise. */
  readonly group?: (typeof GROUPS)[number];
  readonly icon: IconName;
  /** The call the page cannot do without: whoever may make it sees the page. */
  readonly reads: RouteName;
  /** Roles of that call, `owner` always besides; a test holds them equal to the contract. */
  readonly roles: readonly OperatorRole[];
  /** The page opens with `g` and this letter. */
  readonly key?: string;
  /** What waits there. */
  readonly count?: (counts: Counts) => number;
  /** Whether what waits there is late. */
  readonly isLate?: (counts: Counts) => boolean;
}

const ALL = ['support', 'reviewer', 'manager', 'auditor'] as const;
const REVIEW = ['reviewer', 'auditor'] as const;
const BOOKS = ['reviewer', 'manager', 'auditor'] as const;

export const pages: readonly PageEntry[] = [
  {
    path: 'overview',
    group: 'start',
    icon: 'eye',
    reads: 'operatorOverview',
    roles: BOOKS,
    key: 'g',
  },
  {
    path: 'withdrawals',
    group: 'review',
    icon: 'withdraw',
    reads: 'operatorWithdrawals',
    roles: REVIEW,
    key: 'w',
    count: ({ withdrawals }) => withdrawals,
    isLate: ({ late_withdrawals, unknown_sends }) => late_withdrawals + unknown_sends > 0,
  },
  {
    path: 'deposits',
    group: 'review',
    icon: 'deposit',
    reads: 'operatorDeposits',
    roles: REVIEW,
    key: 'd',
    count: ({ deposits }) => deposits,
  },
  {
    path: 'verifications',
    group: 'review',
    icon: 'person',
    reads: 'operatorVerifications',
    roles: REVIEW,
    key: 'v',
    count: ({ verifications }) => verifications,
  },
  {
    path: 'subscriptions',
    group: 'review',
    icon: 'newCoin',
    reads: 'operatorSubscriptions',
    roles: BOOKS,
    key: 'b',
    count: ({ subscriptions }) => subscriptions,
  },
  { path: 'holds', group: 'review', icon: 'lock', reads: 'operatorHolds', roles: REVIEW },
  {
    path: 'chats',
    group: 'people',
    icon: 'support',
    reads: 'chatSettings',
    roles: ['support', 'manager', 'auditor'],
    key: 'j',
    count: ({ chats }) => chats,
  },
  {
    path: 'proposals',
    group: 'review',
    icon: 'shield',
    reads: 'proposals',
    roles: ALL,
    key: 'p',
    count: ({ proposals }) => proposals,
  },
  {
    path: 'users',
    group: 'people',
    icon: 'people',
    reads: 'operatorUsers',
    roles: ['reviewer', 'support', 'auditor'],
    key: 'u',
  },
  {
    path: 'markets',
    group: 'trade',
    icon: 'candles',
    reads: 'operatorMarkets',
    roles: ['manager', 'auditor'],
    key: 'm',
  },
  {
    path: 'contracts',
    group: 'trade',
    icon: 'contract',
    reads: 'operatorFutures',
    roles: BOOKS,
    key: 'c',
  },
  {
    path: 'positions',
    group: 'trade',
    icon: 'flash',
    reads: 'operatorPositions',
    roles: BOOKS,
    key: 't',
  },
  {
    path: 'hosting',
    group: 'trade',
    icon: 'lock',
    reads: 'operatorHosting',
    roles: BOOKS,
    key: 'f',
  },
  {
    path: 'offerings',
    group: 'trade',
    icon: 'star',
    reads: 'operatorOfferings',
    roles: BOOKS,
    key: 'q',
  },
  {
    path: 'referral',
    group: 'trade',
    icon: 'share',
    reads: 'operatorReferral',
    roles: BOOKS,
    key: 'r',
  },
  {
    path: 'networks',
    group: 'trade',
    icon: 'swap',
    reads: 'chainTerms',
    roles: ['manager', 'reviewer', 'auditor'],
    key: 'n',
  },
  {
    path: 'news',
    group: 'people',
    icon: 'send',
    reads: 'operatorNews',
    roles: ['support', 'manager', 'auditor'],
    key: 'i',
  },
  {
    path: 'legal',
    group: 'people',
    icon: 'scale',
    reads: 'operatorLegal',
    roles: ['support', 'manager', 'auditor'],
    key: 'z',
  },
  {
    path: 'offices',
    group: 'people',
    icon: 'home',
    reads: 'operatorOffices',
    roles: ['support', 'manager', 'auditor'],
  },
  {
    path: 'ledger',
    group: 'books',
    icon: 'book',
    reads: 'ledgerEntries',
    roles: BOOKS,
    key: 'l',
  },
  {
    path: 'exposure',
    group: 'books',
    icon: 'bank',
    reads: 'operatorExposure',
    roles: BOOKS,
    key: 'x',
  },
  {
    path: 'balance',
    group: 'books',
    icon: 'scale',
    reads: 'balanceSheet',
    roles: BOOKS,
    key: 's',
  },
  {
    path: 'liabilities',
    group: 'books',
    icon: 'shield',
    reads: 'operatorLiabilities',
    roles: BOOKS,
    key: 'k',
  },
  {
    path: 'treasury',
    group: 'books',
    icon: 'bank',
    reads: 'operatorTreasury',
    roles: BOOKS,
    count: ({ treasury }) => treasury,
    isLate: ({ treasury }) => treasury > 0,
  },
  {
    path: 'cold',
    group: 'books',
    icon: 'wallet',
    reads: 'operatorColdWallet',
    roles: BOOKS,
  },
  {
    path: 'sweeps',
    group: 'books',
    icon: 'wallet',
    reads: 'operatorSweeps',
    roles: BOOKS,
  },
  {
    path: 'surveillance',
    group: 'watch',
    icon: 'eye',
    reads: 'operatorFindings',
    roles: BOOKS,
  },
  {
    path: 'history',
    group: 'watch',
    icon: 'clock',
    reads: 'termsHistory',
    roles: ['manager', 'auditor'],
    key: 'h',
  },
  {
    path: 'audit',
    group: 'watch',
    icon: 'receipt',
    reads: 'auditLog',
    roles: ['auditor'],
    key: 'a',
  },
  {
    path: 'operators',
    group: 'watch',
    icon: 'key',
    reads: 'operators',
    roles: ['auditor'],
    key: 'o',
  },
  { path: 'system', group: 'watch', icon: 'device', reads: 'system', roles: ALL, key: 'y' },
  {
    path: 'exports',
    group: 'books',
    icon: 'download',
    reads: 'exportRows',
    roles: BOOKS,
    key: 'e',
  },
  { path: 'account', icon: 'person', reads: 'operatorMe', roles: ALL },
];

export const maySee = (entry: PageEntry, role: OperatorRole): boolean =>
  role === 'owner' || entry.roles.includes(role);

export const findPage = (pathname: string): PageEntry | undefined => {
  const path = pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  return pages.find((entry) => entry.path === path);
};

/** Where a role begins: the first page of the navigation it may see. */
export const startPage = (role: OperatorRole): PageEntry | undefined =>
  pages.find((entry) => maySee(entry, role));
