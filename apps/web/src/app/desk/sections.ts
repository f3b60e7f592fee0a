/** What stands at the side of which page, and at the top of all. */
import type { IconName } from '@fairlead/ui';

export interface Place {
  readonly path: string;
  readonly icon: IconName;
}

export const SECTIONS = ['market', 'assets', 'earn', 'account'] as const;
export type Section = (typeof SECTIONS)[number];

/** The products, from the left; where there is less room the last ones stand at the side only. */
export const PRODUCTS: readonly string[] = [
  'pages/trade/index',
  'pages/trade/spot',
  'pages/lever/index',
  'pages/option/detail',
  'pages/template/index',
  'pages/publication/index',
  'pages/promotion/index',
];

export const PLACES: Readonly<Record<Section, readonly Place[]>> = {
  market: [
    { path: '', icon: 'home' },
    { path: 'pages/trade/index', icon: 'spot' },
    { path: 'pages/trade/kline', icon: 'candles' },
    { path: 'pages/trade/orders', icon: 'book' },
    { path: 'pages/option/orders', icon: 'clock' },
    { path: 'pages/settings/alerts', icon: 'alert' },
    { path: 'pages/settlement/verify', icon: 'receipt' },
    { path: 'pages/settlement/liabilities', icon: 'shield' },
    { path: 'pages/notice/index', icon: 'mail' },
    { path: 'pages/help/center/center', icon: 'support' },
  ],
  assets: [
    { path: 'pages/assets/index', icon: 'wallet' },
    { path: 'pages/assets/tradeAccount', icon: 'spot' },
    { path: 'pages/assets/deposit/index', icon: 'deposit' },
    { path: 'pages/assets/withdraw/index', icon: 'withdraw' },
    { path: 'pages/assets/transfer/index', icon: 'swap' },
    { path: 'pages/assets/convert', icon: 'turn' },
    { path: 'pages/assets/recurring', icon: 'clock' },
    { path: 'pages/assets/record', icon: 'menu' },
    { path: 'pages/assets/portfolio', icon: 'contract' },
    { path: 'pages/assets/statement', icon: 'calendar' },
    { path: 'pages/assets/tax', icon: 'receipt' },
    { path: 'pages/user/address/address', icon: 'book' },
    { path: 'pages/bankbind/index', icon: 'bank' },
    { path: 'pages/settlement/liabilities', icon: 'shield' },
  ],
  earn: [
    { path: 'pages/template/index', icon: 'lock' },
    { path: 'pages/finance/index', icon: 'wallet' },
    { path: 'pages/finance/ordersPage', icon: 'clock' },
    { path: 'pages/publication/index', icon: 'newCoin' },
    { path: 'pages/promotion/index', icon: 'people' },
  ],
  account: [
    { path: 'pages/settings/index', icon: 'settings' },
    { path: 'pages/settings/account/index', icon: 'person' },
    { path: 'pages/verification/index', icon: 'check' },
    { path: 'pages/settings/security/index', icon: 'shield' },
    { path: 'pages/settings/security/apiKeys', icon: 'key' },
    { path: 'pages/settings/subAccounts', icon: 'people' },
    { path: 'pages/settings/security/devices', icon: 'device' },
    { path: 'pages/settings/notifications', icon: 'alert' },
    { path: 'pages/settings/alerts', icon: 'contract' },
    { path: 'pages/settings/language/language', icon: 'globe' },
    { path: 'pages/notice/index', icon: 'mail' },
    { path: 'pages/help/center/center', icon: 'support' },
    { path: 'pages/help/center/chat', icon: 'send' },
    { path: 'pages/settings/about', icon: 'info' },
  ],
};

const FOLDERS: readonly (readonly [folder: string, section: Section])[] = [
  ['pages/trade/', 'market'],
  ['pages/option/', 'market'],
  ['pages/lever/', 'market'],
  ['pages/settlement/', 'market'],
  ['pages/assets/', 'assets'],
  ['pages/user/address/', 'assets'],
  ['pages/bankbind/', 'assets'],
  ['pages/template/', 'earn'],
  ['pages/finance/', 'earn'],
  ['pages/publication/', 'earn'],
  ['pages/promotion/', 'earn'],
];

/** The section that a page belongs to. */
export const sectionOf = (path: string): Section =>
  path === '' ? 'market' : (FOLDERS.find(([folder]) => path.startsWith(folder))?.[1] ?? 'account');

/** The place at the side that a page is, or lies behind: a form behind its list. */
export function placeOf(path: string, places: readonly Place[]): string | undefined {
  const exact = places.find((place) => place.path === path);
  if (exact !== undefined) return exact.path;
  const folderOf = (text: string) => text.slice(0, text.lastIndexOf('/') + 1);
  const behind = places.filter(
    (place) => place.path.endsWith('/index') && path.startsWith(folderOf(place.path)),
  );
  return behind.toSorted((left, right) => right.path.length - left.path.length)[0]?.path;
}
