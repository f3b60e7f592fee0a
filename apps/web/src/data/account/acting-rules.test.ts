import { expect, test } from 'vitest';
import { routes } from '../../app/routes.ts';
import { isOfMain, mayCall } from './acting-rules.ts';

/** Of pages for users; whoever adds one says here, or in the rules, whose it is. */
const OPEN = [
  'pages/assets/index',
  'pages/trade/orders',
  'pages/settings/security/apiKeys',
  'pages/assets/tradeAccount',
  'pages/assets/transfer/index',
  'pages/assets/convert',
  'pages/assets/conversions',
  'pages/assets/tax',
  'pages/assets/transfer/record',
  'pages/assets/record',
  'pages/assets/portfolio',
  'pages/assets/statement',
  'pages/user/holds',
  'pages/option/orders',
];

test('of the pages for users a sub-account has those that are listed, and no other', () => {
  const open = routes.filter(({ access, path }) => access === 'user' && !isOfMain(path));
  expect(open.map(({ path }) => path).sort()).toEqual([...OPEN].sort());
});

test('of the pages for everybody those of one person’s money are the main account’s', () => {
  const closed = routes.filter(({ access, path }) => access === 'guest' && isOfMain(path));
  expect(closed.map(({ path }) => path)).toEqual([
    'pages/template/index',
    'pages/finance/buyPage',
    'pages/finance/rulePage',
    'pages/publication/index',
    'pages/publication/details',
  ]);
});

test('trading is a sub-account’s, money out of the exchange is not', () => {
  expect([mayCall('placeOrder'), mayCall('wallet'), mayCall('withdraw')]).toEqual([
    ...[true, true, false],
  ]);
});
