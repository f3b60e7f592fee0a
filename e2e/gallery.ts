/**
 * `npm run gallery`: photographs every screen of the app in both themes and all languages on a phone, and in the first
 * of them on a tablet, in a terminal and on a large screen, as a guest, as a user with a full life and as a new one, and
 * screens without a network, without answers and without prices; what stands after an act (a confirmation, a refusal);
 * and the console, its pages, records and forms, on a desk's screen and a phone. Into `gallery/`, with an index page.
 * `-- --languages en,th --only pages/trade,console --widths 390` takes fewer.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@fairlead/contract/constants';
import type { Browser, Page } from 'playwright-core';
import { pages as consolePages } from '../apps/console/src/app/routes.ts';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { openDeep, settled } from './support/audit.ts';
import { launchBrowser, openDesk, openPhone } from './support/browser.ts';
import { keepOperator } from './support/console.ts';
import { LONGEST } from './support/hostile.ts';
import { leaveLife } from './support/life.ts';
import { APP_MOMENTS, CONSOLE_MOMENTS, type Moment, type Who } from './support/moments.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newHolder,
  newPerson,
  newVerified,
  type Operator,
  outOf,
  type Person,
} from './support/people.ts';
import {
  CONSOLE_TABS,
  EMPTY_SCREENS,
  GUEST_SCREENS,
  STATE_SCREENS,
  USER_SCREENS,
} from './support/screens.ts';
import { startServer } from './support/server.ts';

const THEMES = ['dark', 'light'] as const;
/** By width: a phone, a tablet, the narrowest terminal, an operator's desk, a large screen. */
const HEIGHTS = new Map([
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
]);
const PHONE = 390;
const APP_WIDTHS = [PHONE, 768, 1280, 1920];
const CONSOLE_WIDTHS = [PHONE, 1440];
/** Pages at once: each waits for the server most of the time. */
const PAGES = 3;
/** Live prices, sparks and countdowns have come by then. */
const SETTLE_MS = 700;
/** A read has been repeated twice, a price is older than any is good for. */
const LACK_SHOWS_MS = 13_000;

const { values: wanted } = parseArgs({
  options: {
    languages: { type: 'string', default: LANGUAGES.join(',') },
    only: { type: 'string', default: '' },
    widths: { type: 'string' },
    out: { type: 'string', default: 'gallery' },
  },
});

/** Tags of languages are meant too: "ja" is `jp`. */
const LANGUAGES_WANTED = wanted.languages.split(',').map((word) => {
  const found = LANGUAGES.find((each) => each === word || LANGUAGE_TAGS[each].startsWith(word));
  if (found === undefined) throw new Error(`"${word}" is none of ${LANGUAGES.join(', ')}`);
  return found;
});
const NAMES_WANTED = wanted.only.split(',');

/** What is taken away from a page once it stands. */
type Lack = 'network' | 'answers' | 'prices';

interface Shot {
  /** Who looks, what is missing, or an act. */
  readonly group: string;
  /** After `#/`. */
  readonly screen: string;
  readonly language: Language;
  readonly width: number;
  readonly person?: Person;
  /** Of the console: who is logged in there. */
  readonly operator?: Operator;
  readonly lack?: Lack;
  readonly moment?: Moment;
}

/** What it is found by. */
const nameOf = ({ moment, screen }: Shot): string => moment?.name ?? screen;

const fileOf = (shot: Shot, theme: string): string => {
  const { group, language, width } = shot;
  const name = nameOf(shot).replace(/^pages\//, '') || 'home';
  return `${[group, name, language, width, theme].join('.').replaceAll(/[^\w.-]+/g, '-')}.jpg`;
};

const server = await startServer({
  RATE_LIMIT_FACTOR: '1000',
  COOLING_OFF_HOURS: '0',
  ...FIRST_OPERATOR,
});
const browser = await launchBrowser();
try {
  await photographAll(browser);
} finally {
  await browser.close();
  await server.stop();
}

async function photographAll(camera: Browser): Promise<void> {
  const owner = await logInOperator(server.url, FIRST);
  const holder = await newHolder(server.url, owner, '181081');
  await indexPrice(server.url, 'BTC/USDT');
  await leaveLife({ url: server.url, browser: camera, owner, holder });
  // What was published before somebody came is not theirs to look for.
  await call(server.url, 'takeLiabilities', { reason: 'For a picture.' }, owner.token);
  const newcomer = await newPerson(server.url);
  const long = await leaveLongest(owner);
  const verified = await newVerified(server.url, owner);
  const shots = shotsOf({ owner, holder, newcomer, verified, long });
  await rm(wanted.out, { recursive: true, force: true });
  await mkdir(wanted.out, { recursive: true });
  const queue = [...shots];
  const photographer = async () => {
    for (let shot = queue.shift(); shot !== undefined; shot = queue.shift())
      await photograph(camera, shot);
  };
  await Promise.all(Array.from({ length: PAGES }, photographer));
  await writeFile(path.join(wanted.out, 'index.html'), indexPage(shots));
  process.stdout.write(`${shots.length * THEMES.length} pictures: ${wanted.out}/index.html\n`);
}

/** Somebody whose address has the longest label, with a withdrawal that is passed and not sent. */
async function leaveLongest(owner: Operator): Promise<Person> {
  const long = await newHolder(server.url, owner, '5000', LONGEST);
  const { id } = await call(server.url, 'withdraw', outOf(long, '50'), long.token);
  const passed = { id: String(id), decision: 'passed' };
  await call(server.url, 'decideWithdrawal', passed, owner.token);
  return long;
}

type People = Readonly<Record<Exclude<Who, 'owner'>, Person>> & { readonly owner: Operator };

function shotsOf(people: People): readonly Shot[] {
  const { holder, newcomer } = people;
  const takesOf = (all: readonly number[]) =>
    (wanted.widths?.split(',').map(Number) ?? all).flatMap((width) =>
      (width === PHONE ? LANGUAGES_WANTED : LANGUAGES_WANTED.slice(0, 1)).map((language) => ({
        width,
        language,
      })),
    );
  const takes = takesOf(APP_WIDTHS);
  const everywhere = (group: string, screens: readonly string[], person?: Person) =>
    screens.flatMap((screen) =>
      takes.map((take) => ({ group, screen, ...take, ...(person && { person }) })),
    );
  const lacking = (['network', 'answers', 'prices'] as const).flatMap((lack) =>
    STATE_SCREENS.map((screen) => ({
      group: `no-${lack}`,
      screen,
      language: LANGUAGES_WANTED[0] ?? 'en',
      width: takes[0]?.width ?? PHONE,
      person: holder,
      lack,
    })),
  );
  const acts = APP_MOMENTS.flatMap((moment) =>
    takes.map((take) => ({
      group: 'act',
      screen: moment.screen,
      ...take,
      ...(moment.who !== 'owner' && { person: people[moment.who] }),
      moment,
    })),
  );
  return [
    ...everywhere('guest', GUEST_SCREENS),
    ...everywhere('full', USER_SCREENS, holder),
    ...everywhere('new', EMPTY_SCREENS, newcomer),
    ...acts,
    ...consoleShots(people.owner),
    ...lacking,
  ].filter(
    (shot) =>
      NAMES_WANTED.some((name) => nameOf(shot).includes(name)) || NAMES_WANTED.includes(shot.group),
  );
}

/** The console is in English only. */
function consoleShots(operator: Operator): readonly Shot[] {
  const widths = wanted.widths?.split(',').map(Number) ?? CONSOLE_WIDTHS;
  const takes = widths.map((width) => ({ width, language: 'en' as const, operator }));
  const screens = [...consolePages.map((each) => each.path), ...CONSOLE_TABS];
  return [
    ...screens.flatMap((screen) => takes.map((take) => ({ group: 'console', screen, ...take }))),
    ...CONSOLE_MOMENTS.flatMap((moment) =>
      takes.map((take) => ({ group: 'desk', screen: moment.screen, moment, ...take })),
    ),
  ];
}

async function photograph(camera: Browser, shot: Shot): Promise<void> {
  const { width } = shot;
  const baseURL = server.url;
  const { page, close } =
    width === PHONE
      ? await openPhone(camera, { baseURL })
      : await openDesk(camera, {
          baseURL,
          viewport: { width, height: HEIGHTS.get(width) ?? width },
        });
  await page.addInitScript((language) => localStorage.setItem('lang', language), shot.language);
  if (shot.person !== undefined) await keepLogin(page, server.url, shot.person.token);
  if (shot.operator !== undefined) await keepOperator(page, shot.operator);
  try {
    await open(page, shot);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`[data-theme=${theme}]`).waitFor({ state: 'attached' });
      const file = path.join(wanted.out, fileOf(shot, theme));
      await page.screenshot({ path: file, type: 'jpeg', quality: 80 });
    }
  } catch (error) {
    process.stderr.write(`${fileOf(shot, '')}: ${String(error).split('\n', 1)[0]}\n`);
  }
  await close();
}

/** Opens the screen, and then takes away what it is to lack. */
async function open(page: Page, { screen, lack, operator, moment }: Shot): Promise<void> {
  const hush = lack === 'prices' ? await listenIn(page) : undefined;
  if (lack === 'answers') {
    await page.route(/\/api\/(?!config|user\/center$|set\/lang)/, (call) => call.abort());
    await page.goto(`/#/${screen}`);
    await page.getByRole('main').first().waitFor();
  } else {
    await openDeep(page, `${operator === undefined ? '' : '/console'}/#/${screen}`);
    await moment?.act(page);
  }
  if (lack === 'network') await page.context().setOffline(true);
  hush?.();
  await wait(lack === undefined ? SETTLE_MS : LACK_SHOWS_MS);
  if (lack === undefined) await settled(page);
}

/** Stands between page and socket; what is returned silences all prices from then on. */
async function listenIn(page: Page): Promise<() => void> {
  let isSilent = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const real = socket.connectToServer();
    socket.onMessage((message) => real.send(message));
    real.onMessage((message) => {
      if (!isSilent || !/"(ticker|index)/.test(String(message))) socket.send(message);
    });
  });
  return () => {
    isSilent = true;
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A table: screens down, widths and languages across, both themes in each field. */
function indexPage(shots: readonly Shot[]): string {
  const rows = new Map<string, Shot[]>();
  for (const shot of shots) {
    const name = `${shot.group}: ${nameOf(shot) || 'home'}`;
    rows.set(name, [...(rows.get(name) ?? []), shot]);
  }
  const picture = (shot: Shot, theme: string) =>
    `<a href="${fileOf(shot, theme)}"><img loading="lazy" height="422" src="${fileOf(shot, theme)}" alt="${shot.language}, ${shot.width}, ${theme}"></a>`;
  const body = [...rows].map(
    ([name, row]) =>
      `<section><h2>${name.replaceAll('&', '&amp;')}</h2><p>${row.flatMap((shot) => THEMES.map((theme) => picture(shot, theme))).join('')}</p></section>`,
  );
  const style =
    'body{font:14px system-ui;margin:16px;background:#888}p{display:flex;gap:8px;overflow-x:auto}img{display:block}';
  return `<!doctype html><meta charset="utf-8"><title>Fairlead: every screen</title><style>${style}</style>${body.join('\n')}\n`;
}
