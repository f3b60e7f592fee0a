/** What a page does with the width of a desk. */

/**
 * form: one column. wide: all of it. detail: leaves a place at its right for what is chosen of its list. full: has no
 * pages at its side. terminal: panels, where there is room for them; until then it is full.
 */
export type DeskKind = 'form' | 'wide' | 'detail' | 'full' | 'terminal';

const KINDS: Readonly<Record<string, DeskKind>> = {
  '': 'wide',
  'pages/trade/index': 'wide',
  'pages/trade/kline': 'full',
  'pages/trade/spot': 'terminal',
  'pages/option/detail': 'terminal',
  'pages/lever/index': 'terminal',
  'pages/trade/orders': 'detail',
  'pages/option/orders': 'detail',
  'pages/assets/index': 'wide',
  'pages/assets/tradeAccount': 'detail',
  'pages/assets/record': 'detail',
  'pages/settings/index': 'wide',
  'pages/notice/index': 'wide',
  'pages/index/notice/notice': 'wide',
  'pages/help/center/center': 'wide',
  'pages/help/center/detail': 'wide',
  'pages/settlement/liabilities': 'detail',
};

/** Of a page by its path; one that says nothing is a form. */
export const deskKindOf = (path: string | undefined): DeskKind => KINDS[path ?? '?'] ?? 'form';
