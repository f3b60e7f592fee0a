/** The one table of routes: `src/pages/<path without "pages/">.tsx` exports `Page`, held by a test; parameters are the hash's query. */
import type { IconName } from '@fairlead/ui';
import type { AppMessages } from '../i18n/messages.ts';

export interface RouteEntry {
  /** Without a leading slash. */
  readonly path: string;
  /** A tab of the tab bar, or a page with a back button. */
  readonly kind: 'tab' | 'page';
  /** 'user' redirects to login without a session. */
  readonly access: 'guest' | 'user';
  /** The document's title; a key of `common.title`. */
  readonly title: keyof AppMessages['common']['title'];
  readonly aliases?: readonly string[];
  /** Says things of money in and out, identity or messages, whose texts come with it. */
  readonly needsAccountTexts?: boolean;
  /** Says things of futures, options or receipts, whose texts come with it. */
  readonly needsContractTexts?: boolean;
  /** Says things of locked funds, subscription or promotion, whose texts come with it. */
  readonly needsWealthTexts?: boolean;
  /** Of a further page of kind 'tab': the path of the tab that it lies behind and that is lit. */
  readonly behind?: string;
}

export const HOME_PATH = '';
export const LOGIN_PATH = 'pages/user/login/login';
export const routes: readonly RouteEntry[] = [
  { path: HOME_PATH, kind: 'tab', access: 'guest', title: 'home', aliases: ['pages/index/index'] },
  { path: 'pages/trade/index', kind: 'tab', access: 'guest', title: 'markets' },
  {
    path: 'pages/option/detail',
    kind: 'tab',
    access: 'guest',
    title: 'options',
    needsContractTexts: true,
  },
  {
    path: 'pages/lever/index',
    kind: 'tab',
    access: 'guest',
    title: 'futures',
    behind: 'pages/option/detail',
    needsContractTexts: true,
  },
  {
    path: 'pages/template/index',
    kind: 'tab',
    access: 'guest',
    title: 'earn',
    needsWealthTexts: true,
  },
  { path: 'pages/assets/index', kind: 'tab', access: 'user', title: 'assets' },
  { path: 'pages/trade/kline', kind: 'page', access: 'guest', title: 'chart' },
  { path: 'pages/trade/spot', kind: 'page', access: 'guest', title: 'trade' },
  { path: 'pages/trade/orders', kind: 'page', access: 'user', title: 'orders' },
  { path: LOGIN_PATH, kind: 'page', access: 'guest', title: 'login' },
  {
    path: 'pages/user/login/register',
    kind: 'page',
    access: 'guest',
    title: 'register',
    needsAccountTexts: true,
  },
  { path: 'pages/user/login/choose', kind: 'page', access: 'guest', title: 'choose' },
  { path: 'pages/user/login/forgetPassword', kind: 'page', access: 'guest', title: 'forget' },
  // By the link of a mail, or without password and mailbox.
  ...(['lock', 'recover', 'stopRecovery', 'unsubscribe'] as const).map(
    (title): RouteEntry => ({
      ...{ path: `pages/user/${title}`, title, needsAccountTexts: title !== 'unsubscribe' },
      ...({ kind: 'page', access: 'guest' } as const),
    }),
  ),
  {
    path: 'pages/settings/index',
    kind: 'page',
    access: 'guest',
    title: 'settings',
    needsAccountTexts: true,
  },
  { path: 'pages/settings/language/language', kind: 'page', access: 'guest', title: 'language' },
  { path: 'pages/settings/account/index', kind: 'page', access: 'user', title: 'account' },
  ...(['about', 'legal'] as const).map(
    (title): RouteEntry => ({
      ...{ path: `pages/settings/${title}`, title, needsAccountTexts: true },
      ...({ kind: 'page', access: 'guest' } as const),
    }),
  ),
  {
    path: 'pages/settings/notifications',
    kind: 'page',
    access: 'user',
    title: 'notifications',
    needsAccountTexts: true,
  },
  {
    path: 'pages/settings/alerts',
    kind: 'page',
    access: 'user',
    title: 'alerts',
    needsAccountTexts: true,
  },
  { path: 'pages/settings/subAccounts', kind: 'page', access: 'user', title: 'subAccounts' },
  {
    path: 'pages/settings/security/index',
    kind: 'page',
    access: 'user',
    title: 'security',
    needsAccountTexts: true,
  },
  {
    path: 'pages/settings/security/changePassword',
    kind: 'page',
    access: 'user',
    title: 'changePassword',
  },
  {
    path: 'pages/settings/security/changePayPassword',
    kind: 'page',
    access: 'user',
    title: 'fundPassword',
    needsAccountTexts: true,
  },
  {
    path: 'pages/settings/security/otp',
    kind: 'page',
    access: 'user',
    title: 'otp',
    needsAccountTexts: true,
  },
  {
    path: 'pages/settings/security/passkeys',
    kind: 'page',
    access: 'user',
    title: 'passkeys',
    needsAccountTexts: true,
  },
  {
    path: 'pages/settings/security/mailWord',
    kind: 'page',
    access: 'user',
    title: 'mailWord',
    needsAccountTexts: true,
  },
  {
    path: 'pages/settings/security/acts',
    kind: 'page',
    access: 'user',
    title: 'securityActs',
    needsAccountTexts: true,
  },
  { path: 'pages/settings/security/devices', kind: 'page', access: 'user', title: 'devices' },
  {
    path: 'pages/settings/security/apiKeys',
    kind: 'page',
    access: 'user',
    title: 'apiKeys',
    needsAccountTexts: true,
  },
  { path: 'pages/settings/security/webhooks', kind: 'page', access: 'user', title: 'webhooks' },
  { path: 'pages/settings/security/shares', kind: 'page', access: 'user', title: 'shares' },
  {
    path: 'pages/verification/index',
    kind: 'page',
    access: 'user',
    title: 'verification',
    needsAccountTexts: true,
  },
  {
    path: 'pages/verification/basic',
    kind: 'page',
    access: 'user',
    title: 'verifyBasic',
    needsAccountTexts: true,
  },
  {
    path: 'pages/verification/advanced',
    kind: 'page',
    access: 'user',
    title: 'verifyAdvanced',
    needsAccountTexts: true,
  },
  {
    path: 'pages/location/choose',
    kind: 'page',
    access: 'guest',
    title: 'chooseCountry',
    needsAccountTexts: true,
  },
  {
    path: 'pages/location/view',
    kind: 'page',
    access: 'guest',
    title: 'offices',
    needsAccountTexts: true,
  },
  {
    path: 'pages/notice/index',
    kind: 'page',
    access: 'guest',
    title: 'notices',
    needsAccountTexts: true,
  },
  {
    path: 'pages/index/notice/notice',
    kind: 'page',
    access: 'guest',
    title: 'notice',
    needsAccountTexts: true,
  },
  { path: 'pages/assets/tradeAccount', kind: 'page', access: 'user', title: 'tradeAccount' },
  { path: 'pages/assets/transfer/index', kind: 'page', access: 'user', title: 'transfer' },
  ...(['convert', 'conversions', 'recurring', 'tax'] as const).map(
    (title): RouteEntry => ({ path: `pages/assets/${title}`, kind: 'page', access: 'user', title }),
  ),
  { path: 'pages/assets/transfer/record', kind: 'page', access: 'user', title: 'transferRecord' },
  {
    path: 'pages/assets/record',
    kind: 'page',
    access: 'user',
    title: 'records',
    needsAccountTexts: true,
  },
  {
    path: 'pages/assets/portfolio',
    kind: 'page',
    access: 'user',
    title: 'portfolio',
    needsAccountTexts: true,
  },
  {
    path: 'pages/assets/statement',
    kind: 'page',
    access: 'user',
    title: 'statement',
    needsAccountTexts: true,
  },
  {
    path: 'pages/assets/deposit/index',
    kind: 'page',
    access: 'user',
    title: 'deposit',
    needsAccountTexts: true,
  },
  {
    path: 'pages/assets/deposit/charge',
    kind: 'page',
    access: 'user',
    title: 'charge',
    needsAccountTexts: true,
  },
  {
    path: 'pages/assets/withdraw/index',
    kind: 'page',
    access: 'user',
    title: 'withdraw',
    needsAccountTexts: true,
  },
  {
    path: 'pages/assets/withdraw/detail',
    kind: 'page',
    access: 'user',
    title: 'withdraw',
    needsAccountTexts: true,
  },
  {
    path: 'pages/assets/withdraw/bank/bank',
    kind: 'page',
    access: 'user',
    title: 'withdrawBank',
    needsAccountTexts: true,
  },
  { path: 'pages/user/holds', kind: 'page', access: 'user', title: 'holds' },
  {
    path: 'pages/user/address/address',
    kind: 'page',
    access: 'user',
    title: 'addressCoins',
    needsAccountTexts: true,
  },
  {
    path: 'pages/user/address/index',
    kind: 'page',
    access: 'user',
    title: 'addresses',
    needsAccountTexts: true,
  },
  {
    path: 'pages/user/address/create',
    kind: 'page',
    access: 'user',
    title: 'addAddress',
    needsAccountTexts: true,
  },
  {
    path: 'pages/bankbind/index',
    kind: 'page',
    access: 'user',
    title: 'bankCards',
    needsAccountTexts: true,
  },
  {
    path: 'pages/bankbind/addbank',
    kind: 'page',
    access: 'user',
    title: 'addBankCard',
    needsAccountTexts: true,
  },
  {
    path: 'pages/option/orders',
    kind: 'page',
    access: 'user',
    title: 'optionOrders',
    needsContractTexts: true,
  },
  {
    path: 'pages/settlement/receipt',
    kind: 'page',
    access: 'guest',
    title: 'receipt',
    needsContractTexts: true,
  },
  {
    path: 'pages/settlement/verify',
    kind: 'page',
    access: 'guest',
    title: 'checkReceipts',
    needsContractTexts: true,
  },
  // What is published of the house and its markets.
  ...(['liabilities', 'quality'] as const).map(
    (title): RouteEntry => ({
      ...{ path: `pages/settlement/${title}`, title, needsWealthTexts: title === 'liabilities' },
      ...({ kind: 'page', access: 'guest' } as const),
    }),
  ),
  {
    path: 'pages/finance/index',
    kind: 'page',
    access: 'user',
    title: 'lockedFunds',
    needsWealthTexts: true,
  },
  {
    path: 'pages/finance/buyPage',
    kind: 'page',
    access: 'guest',
    title: 'lockFunds',
    needsAccountTexts: true,
    needsWealthTexts: true,
  },
  {
    path: 'pages/finance/ordersPage',
    kind: 'page',
    access: 'user',
    title: 'lockedOrders',
    needsWealthTexts: true,
  },
  {
    path: 'pages/finance/rulePage',
    kind: 'page',
    access: 'guest',
    title: 'lockedRules',
    needsWealthTexts: true,
  },
  {
    path: 'pages/publication/index',
    kind: 'page',
    access: 'guest',
    title: 'publication',
    needsWealthTexts: true,
  },
  {
    path: 'pages/publication/details',
    kind: 'page',
    access: 'guest',
    title: 'offering',
    needsWealthTexts: true,
  },
  {
    path: 'pages/publication/purchase',
    kind: 'page',
    access: 'user',
    title: 'subscribe',
    needsAccountTexts: true,
    needsWealthTexts: true,
  },
  {
    path: 'pages/promotion/index',
    kind: 'page',
    access: 'user',
    title: 'promotion',
    needsAccountTexts: true,
    needsWealthTexts: true,
  },
  {
    path: 'pages/help/center/chat',
    kind: 'page',
    access: 'user',
    title: 'chat',
    needsAccountTexts: true,
  },
  {
    path: 'pages/help/center/center',
    kind: 'page',
    access: 'guest',
    title: 'help',
    needsAccountTexts: true,
  },
  {
    path: 'pages/help/center/detail',
    kind: 'page',
    access: 'guest',
    title: 'helpDetail',
    needsAccountTexts: true,
  },
];

export interface Tab {
  readonly path: string;
  readonly icon: IconName;
  readonly label: keyof AppMessages['common']['tab'];
}

/** The five entries of the tab bar, in order. */
export const tabs: readonly Tab[] = [
  { path: HOME_PATH, icon: 'home', label: 'home' },
  { path: 'pages/trade/index', icon: 'spot', label: 'spot' },
  { path: 'pages/option/detail', icon: 'contract', label: 'contracts' },
  { path: 'pages/template/index', icon: 'lock', label: 'earn' },
  { path: 'pages/assets/index', icon: 'wallet', label: 'assets' },
];

const byPath = new Map<string, RouteEntry>();
for (const entry of routes)
  for (const path of [entry.path, ...(entry.aliases ?? [])]) byPath.set(path, entry);
const trimmed = (path: string): string => path.replace(/^\/+|(?<!\/)\/+$/g, '');

/** The route of a path or of one of its aliases, with or without slashes at its ends. */
export const findRoute = (path: string): RouteEntry | undefined => byPath.get(trimmed(path));

/** The file of a route's page, below `src/pages`, without its ending. */
export const pageFile = (entry: RouteEntry): string =>
  entry.path === HOME_PATH ? 'index/index' : entry.path.replace(/^pages\//, '');
