/**
 * `npm run gallery`: photographs every screen of the app in both themes and all languages on a phone, and in the first
 * of them on a tablet, in a terminal and on a large screen, as a guest, as a user with a full life and as a new one, and
 * screens without a network, without answers and without prices. Into `gallery/`, with an index page.
 * `-- --languages en,th --only pages/trade --widths 390` takes fewer.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { LANGUAGES, plainTag } from '@fairlead/contract/constants';
import type { Browser, Page } from 'playwright-core';
import { indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { openDeep, settled } from './support/audit.ts';
import { launchBrowser, openDesk, openPhone } from './support/browser.ts';
import { leaveLife } from './support/life.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newHolder,
  newPerson,
  type Person,
} from './support/people.ts';
import { EMPTY_SCREENS, GUEST_SCREENS, STATE_SCREENS, USER_SCREENS } from './support/screens.ts';
import { startServer } from './support/server.ts';

const THEMES = ['dark', 'light'] as const;
/** By width: a phone, a tablet, the narrowest terminal, a large screen. */
const HEIGHTS = new Map([
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
]);
const PHONE = 390;
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
    widths: { type: 'string', default: [...HEIGHTS.keys()].join(',') },
    out: { type: 'string', default: 'gallery' },
  },
});

/** What is taken away from a page once it stands. */
type Lack = 'network' | 'answers' | 'prices';

interface Shot {
  /** Who looks, or what is missing. */
  readonly group: string;
  readonly screen: string;
  readonly language: string;
  readonly width: number;
  readonly person?: Person;
  readonly lack?: Lack;
}

const fileOf = ({ group, screen, language, width }: Shot, theme: string): string =>
  `${[group, screen.replace(/^pages\//, '') || 'home', language, width, theme].join('.').replaceAll(/[^\w.-]+/g, '-')}.jpg`;

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
  const newcomer = await newPerson(server.url);
  await indexPrice(server.url, 'BTC/USDT');
  await leaveLife({ url: server.url, browser: camera, owner, holder });
  const shots = shotsOf({ holder, newcomer });
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

/** By our own name or by its tag: "jp" is "ja". The app would show what it does not know in English. */
function languageOf(name: string): string {
  const known = LANGUAGES.find((language) => language === name || plainTag(language) === name);
  if (known === undefined) throw new Error(`no language "${name}": ${LANGUAGES.join(', ')}`);
  return known;
}

function shotsOf({ holder, newcomer }: { holder: Person; newcomer: Person }): readonly Shot[] {
  const languages = wanted.languages.split(',').map(languageOf);
  const widths = wanted.widths.split(',').map(Number);
  const takes = widths.flatMap((width) =>
    (width === PHONE ? languages : languages.slice(0, 1)).map((language) => ({ width, language })),
  );
  const everywhere = (group: string, screens: readonly string[], person?: Person) =>
    screens.flatMap((screen) =>
      takes.map((take) => ({ group, screen, ...take, ...(person && { person }) })),
    );
  const lacking = (['network', 'answers', 'prices'] as const).flatMap((lack) =>
    STATE_SCREENS.map((screen) => ({
      group: `no-${lack}`,
      screen,
      language: languages[0] ?? 'en',
      width: widths[0] ?? PHONE,
      person: holder,
      lack,
    })),
  );
  return [
    ...everywhere('guest', GUEST_SCREENS),
    ...everywhere('full', USER_SCREENS, holder),
    ...everywhere('new', EMPTY_SCREENS, newcomer),
    ...lacking,
  ].filter(({ screen }) => screen.includes(wanted.only));
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
async function open(page: Page, { screen, lack }: Shot): Promise<void> {
  const hush = lack === 'prices' ? await listenIn(page) : undefined;
  if (lack === 'answers') {
    await page.route(/\/api\/(?!config|user\/center$|set\/lang)/, (call) => call.abort());
    await page.goto(`/#/${screen}`);
    await page.getByRole('main').first().waitFor();
  } else {
    await openDeep(page, `/#/${screen}`);
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
    const name = `${shot.group}: ${shot.screen || 'home'}`;
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
