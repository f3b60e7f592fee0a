/**
 * The specification's tables of routes (§2) and of calls (§7), row by row: which screen,
 * which call and which tests each has in this tree. `npm run reference` writes it to docs/reference/specification.md.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RouteName, routeEntries } from '@fairlead/contract';
import {
  routes as appRoutes,
  findRoute,
  pageFile,
  type RouteEntry,
} from '../apps/web/src/app/routes.ts';

const root = path.resolve(import.meta.dirname, '..');
const WEB = path.join(root, 'apps/web/src');

/** Path and purpose; '' is home. */
export const SPECIFIED_ROUTES: readonly (readonly [path: string, purpose: string])[] = [
  ['', 'Home, tab 1'],
  ['pages/index/index', 'Home, by its alias'],
  ['pages/trade/index', 'Spot markets, tab 2'],
  ['pages/option/detail', 'Options and contracts, tab 3'],
  ['pages/template/index', 'Locked funds, tab 4'],
  ['pages/assets/index', 'Assets, tab 5'],
  ['pages/trade/kline', 'Chart with buy and sell'],
  ['pages/user/login/login', 'Login'],
  ['pages/user/login/register', 'Registration'],
  ['pages/user/login/choose', 'Phone or e-mail'],
  ['pages/user/login/forgetPassword', 'Forgotten password'],
  ['pages/settings/index', 'Settings'],
  ['pages/settings/account/index', 'Account'],
  ['pages/settings/language/language', 'Language'],
  ['pages/settings/security/index', 'Security'],
  ['pages/settings/security/changePassword', 'Login password'],
  ['pages/settings/security/changePayPassword', 'Fund password'],
  ['pages/notice/index', 'Announcements and messages'],
  ['pages/index/notice/notice', 'An announcement'],
  ['pages/publication/index', 'New-coin subscription'],
  ['pages/publication/details', 'An offering'],
  ['pages/publication/purchase', 'Subscribing'],
  ['pages/verification/index', 'Verification'],
  ['pages/verification/basic', 'Basic verification'],
  ['pages/verification/advanced', 'Advanced verification'],
  ['pages/assets/tradeAccount', 'Trade account'],
  ['pages/assets/transfer/index', 'Transfer'],
  ['pages/assets/transfer/record', 'Transfers'],
  ['pages/assets/record', 'Asset records'],
  ['pages/assets/deposit/index', 'Deposit'],
  ['pages/assets/deposit/charge', 'Claim of a deposit'],
  ['pages/assets/withdraw/index', 'Withdrawal: currency'],
  ['pages/assets/withdraw/detail', 'Withdrawal'],
  ['pages/assets/withdraw/bank/bank', 'Withdrawal to a bank'],
  ['pages/user/address/address', 'Withdraw addresses: currencies'],
  ['pages/user/address/index', 'Withdraw addresses'],
  ['pages/user/address/create', 'New withdraw address'],
  ['pages/bankbind/index', 'Bank cards'],
  ['pages/bankbind/addbank', 'Binding a bank card'],
  ['pages/finance/index', 'Financial products'],
  ['pages/finance/buyPage', 'Locking funds'],
  ['pages/finance/ordersPage', 'Hosting orders'],
  ['pages/finance/rulePage', 'Rules of hosting'],
  ['pages/lever/index', 'Contract trading'],
  ['pages/promotion/index', 'Promotion'],
  ['pages/help/center/center', 'Help centre'],
  ['pages/help/center/detail', 'A help article'],
  ['pages/help/center/chat', 'Online chat'],
  ['pages/location/choose', 'Location chooser'],
  ['pages/location/view', 'Location viewer'],
];

/** Method and path; one the table gives without a method is POST. */
export const SPECIFIED_CALLS = [
  'POST set/lang',
  'POST get/lang',
  'POST user/cash_info',
  'POST user/cash_save',
  'POST area_code',
  'POST sms_mail',
  'POST sms_send',
  'POST user/register',
  'POST user/login',
  'GET user/center',
  'GET user/center2',
  'GET currency/quotation_new',
  'POST news/list',
  'POST news/detail',
  'GET currency/new_timeshar',
  'GET currency/deal',
  'POST wallet/detail',
  'POST coin/trade',
  'PUT coin/trade',
  'GET coin/list',
  'GET microtrade/lists',
  'GET microtrade/seconds',
  'GET microtrade/payable_currencies',
  'POST microtrade/submit',
  'POST user/real_name',
  'POST user/real_name2',
  'POST wallet/list',
  'POST wallet/legal_log',
  'GET currency/user_currency_list',
  'POST wallet/change',
  'GET wallet/hzhistory',
  'POST wallet/get_in_address',
  'POST wallet/charge_req',
  'POST wallet/get_info',
  'POST wallet/get_address',
  'POST wallet/out',
  'POST wallet/addaddress',
  'POST wallet/deladdress',
  'POST user/e_pwd',
  'GET lh/deposit/report',
  'GET lh/deposit/config',
  'GET lh/deposit/product_info',
  'GET lh/deposit/order',
  'POST lh/deposit',
  'POST lh/deposit/order/cancel',
  'GET user/my_poster',
  'GET user/my_share',
  'GET user/invite',
  'POST user/invite_list',
  'POST user/my_invite_list',
  'POST user/my_account_return',
  'GET charge_mention/log2',
  'GET charge_mention/log3',
  'POST lever/deal',
  'POST lever/submit',
  'POST lever/my_trade',
  'POST lever/close',
  'POST lever/setstop',
  'POST user/has_password',
  'POST safe/update_password',
  'POST user/check_mobile',
  'POST user/check_email',
  'POST user/forget',
  'POST set/get_customer_url',
  'POST set/sms_other_mail',
  'GET lh/send/config',
  'GET lh/send/product_info',
  'GET lh/send/order_list',
  'GET lh/send/get_recommend',
  'POST lh/send/order',
] as const;
export type SpecifiedCall = (typeof SPECIFIED_CALLS)[number];

/** The error catalogue (§8) and the sentences of §5, as the specification writes them. */
export const SPECIFIED_MESSAGES = [
  'Insufficient balance',
  'sorry, your balance is running low',
  'Upload failed',
  'Out of allowable file size',
  'Picture preview failed',
  'Copy failed, please copy manually',
  'Binding failed',
  'Failed to submit',
  'Failed to save picture',
  'Your account has not been authenticated. Do you want to go to the authentication?',
  'Please complete KYC Verification first',
  'please set withdraw address first',
  'set funds password first',
  'Cache cleaning completed',
  'Password twice inconsistent',
] as const;

export interface MessageRow {
  readonly message: string;
  /** Catalogues that say it verbatim. */
  readonly places: readonly string[];
  readonly tests: readonly string[];
}
export interface RouteRow {
  readonly path: string;
  readonly purpose: string;
  readonly entry: RouteEntry | undefined;
  /** Below apps/web/src. */
  readonly page: string | undefined;
  readonly calls: readonly RouteName[];
  readonly tests: readonly string[];
}
export interface CallRow {
  readonly call: SpecifiedCall;
  readonly name: RouteName | undefined;
  readonly summary: string;
  readonly pages: readonly string[];
  readonly tests: readonly string[];
}

const callNames = new Set<string>(routeEntries.map(([name]) => name));
const IMPORT = /(?:^|\n)(?:import|export) (?!type )[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/g;
const CALL =
  /(?:useApi|useApiPages|useAction|callApi)(?:<[^(]*>)?\(\s*'(\w+)'|(?:queryKey|key): \['(\w+)'|(sendFile|fetchPicture)\(/g;
const HELPERS: Readonly<Record<string, RouteName>> = {
  sendFile: 'upload',
  fetchPicture: 'ownFile',
};

/** Calls that a file and what it imports of the app make; the shell's own are every page's and left out. */
function callsOf(file: string, seen = new Set<string>()): ReadonlySet<RouteName> {
  if (seen.has(file) || !existsSync(file)) return new Set();
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const found = new Set<RouteName>();
  for (const [, used = '', key = '', helper = ''] of text.matchAll(CALL)) {
    const name = HELPERS[helper] ?? (used || key);
    if (callNames.has(name)) found.add(name as RouteName);
  }
  for (const [, fixed, lazy] of text.matchAll(IMPORT))
    for (const name of callsOf(path.resolve(path.dirname(file), fixed ?? lazy ?? ''), seen))
      found.add(name);
  return found;
}

const madeBy = (entry: RouteEntry): readonly RouteName[] =>
  [...callsOf(path.join(WEB, 'pages', `${pageFile(entry)}.tsx`))].sort();

/** Test files of the tree with their texts. */
function testFiles(): ReadonlyMap<string, string> {
  const files = ['apps', 'packages', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file) && !/node_modules|dist|access-matrix/.test(file))
      .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
  );
  return new Map(files.sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

const TESTS_MAX = 3;

/** The files that mention something most often, at most three. */
function mentioning(tests: ReadonlyMap<string, string>, wanted: RegExp): readonly string[] {
  return [...tests]
    .map(([file, text]) => ({ file, count: text.match(wanted)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || (one.file < other.file ? -1 : 1))
    .slice(0, TESTS_MAX)
    .map(({ file }) => file);
}

const literal = (text: string): string => text.replaceAll(/[.?*+^$()[\]{}|\\]/g, '\\$&');
const escaped = (text: string): string => text.replaceAll(/[/.]/g, '\\$&');

/** English texts of app and server by file. */
function catalogues(): ReadonlyMap<string, string> {
  const folder = 'apps/web/src/i18n/en';
  const files = readdirSync(path.join(root, folder)).map((file) => `${folder}/${file}`);
  const all = ['apps/server/texts/en/messages.json', ...files];
  return new Map(all.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

export function specificationRows(): {
  readonly routes: readonly RouteRow[];
  readonly calls: readonly CallRow[];
  readonly messages: readonly MessageRow[];
} {
  const tests = testFiles();
  const made = new Map(appRoutes.map((entry) => [entry.path, madeBy(entry)]));
  const routes = SPECIFIED_ROUTES.map(([route, purpose]) => {
    const entry = findRoute(route);
    const page = entry && `pages/${pageFile(entry)}.tsx`;
    const file = entry && pageFile(entry);
    const link = route === '' ? /(?:goto|openDeep|renderAt)\([^)]*'(?:\/#)?\/'/g : undefined;
    const tested =
      link ??
      new RegExp(`(?:${escaped(route)}|pages\\/${escaped(file ?? '-')}\\.tsx)(?![\\w/])`, 'g');
    return {
      path: route,
      purpose,
      entry,
      page,
      calls: made.get(entry?.path ?? '-') ?? [],
      tests: mentioning(tests, tested),
    };
  });
  const calls = SPECIFIED_CALLS.map((call) => {
    const found = routeEntries.find(([, { method, path: to }]) => `${method} ${to}` === call);
    const name = found?.[0];
    return {
      call,
      name,
      summary: found?.[1].summary ?? '',
      pages: [...made].flatMap(([page, names]) =>
        name !== undefined && names.includes(name) ? [page] : [],
      ),
      tests: name === undefined ? [] : mentioning(tests, new RegExp(`'${name}'`, 'g')),
    };
  });
  const texts = catalogues();
  const messages = SPECIFIED_MESSAGES.map((message) => ({
    message,
    places: [...texts].flatMap(([file, text]) =>
      new RegExp(`['"]${literal(message)}['"]`).test(text) ? [file] : [],
    ),
    tests: mentioning(tests, new RegExp(literal(message), 'g')),
  }));
  return { routes, calls, messages };
}

const code = (text: string): string => `\`${text}\``;
const listed = (texts: readonly string[]): string => texts.map(code).join(' ') || '—';

export function specificationPage(note: string): string {
  const { routes, calls, messages } = specificationRows();
  return [
    '# The specification, row by row',
    note.replace('packages/contract', 'the tree'),
    '',
    'Each route of the specification with its screen, the calls it makes and the tests that know it most; then each call',
    'with the screens that make it. Every route is also opened by `e2e/routes.test.ts` as a guest and as a user, in both',
    'themes and at two widths, and by `e2e/states.test.ts` new, without answers and without a network; every call is made',
    'by `e2e/specification.test.ts`.',
    '',
    '## Routes',
    '',
    '| route | for | who | screen | calls | tests |',
    '|---|---|---|---|---|---|',
    ...routes.map(
      ({ path: route, purpose, entry, page, calls: made, tests }) =>
        `| ${code(`/${route}`)} | ${purpose} | ${entry?.access ?? '—'} | ${page === undefined ? '—' : code(page)} | ${listed(made)} | ${listed(tests)} |`,
    ),
    '',
    '## Calls',
    '',
    '| call | name | what | screens | tests |',
    '|---|---|---|---|---|',
    ...calls.map(
      ({ call, name, summary, pages, tests }) =>
        `| ${code(call)} | ${name === undefined ? '—' : code(name)} | ${summary} | ${listed(pages.map((page) => `/${page}`))} | ${listed(tests)} |`,
    ),
    '',
    '## Messages',
    '',
    'The English sentences as the specification writes them; each stands in six more languages under the same key.',
    '',
    '| message | texts | tests |',
    '|---|---|---|',
    ...messages.map(
      ({ message, places, tests }) => `| ${message} | ${listed(places)} | ${listed(tests)} |`,
    ),
    '',
  ].join('\n');
}
