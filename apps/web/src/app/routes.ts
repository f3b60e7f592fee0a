/**
 * The one table of routes. A page's file is `src/pages/<path without "pages/">.tsx` and exports `Page`;
 * a test holds files and table together. Parameters are query strings of the hash.
 */
import type { IconName } from '@fairlead/ui';
import type { messages } from '../i18n/en/index.ts';

export interface RouteEntry {
  /** Without a leading slash. */
  readonly path: string;
  /** A tab of the tab bar, or a page with a back button. */
  readonly kind: 'tab' | 'page';
  /** 'user' redirects to login without a session. */
  readonly access: 'guest' | 'user';
  /** The document's title; a key of `common.title`. */
  readonly title: keyof typeof messages.common.title;
  readonly aliases?: readonly string[];
  /** May use the width of a desk: chart beside ticket. */
  readonly isWide?: boolean;
  /** Says things of money in and out, identity or messages, whose texts come with it. */
  readonly needsAccountTexts?: boolean;
}

export const HOME_PATH = '';
export const LOGIN_PATH = 'pages/user/login/login';

export const routes: readonly RouteEntry[] = [
  { path: HOME_PATH, kind: 'tab', access: 'guest', title: 'home', aliases: ['pages/index/index'] },
  { path: 'pages/trade/index', kind: 'tab', access: 'guest', title: 'markets' },
  { path: 'pages/option/detail', kind: 'tab', access: 'guest', title: 'contracts' },
  { path: 'pages/template/index', kind: 'tab', access: 'guest', title: 'earn' },
  { path: 'pages/assets/index', kind: 'tab', access: 'user', title: 'assets' },
  { path: 'pages/trade/kline', kind: 'page', access: 'guest', title: 'chart', isWide: true },
  { path: 'pages/trade/spot', kind: 'page', access: 'guest', title: 'trade', isWide: true },
  { path: 'pages/trade/orders', kind: 'page', access: 'user', title: 'orders' },
  { path: LOGIN_PATH, kind: 'page', access: 'guest', title: 'login' },
  { path: 'pages/user/login/register', kind: 'page', access: 'guest', title: 'register' },
  { path: 'pages/user/login/choose', kind: 'page', access: 'guest', title: 'choose' },
  { path: 'pages/user/login/forgetPassword', kind: 'page', access: 'guest', title: 'forget' },
  {
    path: 'pages/settings/index',
    kind: 'page',
    access: 'guest',
    title: 'settings',
    needsAccountTexts: true,
  },
  { path: 'pages/settings/language/language', kind: 'page', access: 'guest', title: 'language' },
  { path: 'pages/settings/account/index', kind: 'page', access: 'user', title: 'account' },
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
  { path: 'pages/settings/security/devices', kind: 'page', access: 'user', title: 'devices' },
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
    path: 'pages/notice/index',
    kind: 'page',
    access: 'guest',
    title: 'notices',
    needsAccountTexts: true,
  },
  { path: 'pages/index/notice/notice', kind: 'page', access: 'guest', title: 'notice' },
  { path: 'pages/assets/tradeAccount', kind: 'page', access: 'user', title: 'tradeAccount' },
  { path: 'pages/assets/transfer/index', kind: 'page', access: 'user', title: 'transfer' },
  { path: 'pages/assets/transfer/record', kind: 'page', access: 'user', title: 'transferRecord' },
  {
    path: 'pages/assets/record',
    kind: 'page',
    access: 'user',
    title: 'records',
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
  { path: 'pages/help/center/center', kind: 'page', access: 'guest', title: 'help' },
  { path: 'pages/help/center/detail', kind: 'page', access: 'guest', title: 'helpDetail' },
];

export interface Tab {
  readonly path: string;
  readonly icon: IconName;
  readonly label: keyof typeof messages.common.tab;
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

const trimmed = (path: string): string => path.replace(/^\/+|\/+$/g, '');

/** The route of a path or of one of its aliases, with or without slashes at its ends. */
export const findRoute = (path: string): RouteEntry | undefined => byPath.get(trimmed(path));

/** The file of a route's page, below `src/pages`, without its ending. */
export const pageFile = (entry: RouteEntry): string =>
  entry.path === HOME_PATH ? 'index/index' : entry.path.replace(/^pages\//, '');
