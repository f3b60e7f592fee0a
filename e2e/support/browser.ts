import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/**
 * The system's Chromium: a test tool's own download is never tried. Its headless shell is the same engine without the
 * parts of a desktop's browser, which cost as much processor time as the pages.
 */
export const CHROMIUM =
  [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
    .filter((candidate) => candidate !== undefined)
    .find((candidate) => existsSync(candidate)) ?? undefined;

export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined)
    throw new Error('no Chromium: install the package chromium-headless-shell');
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page of a test lives for seconds: compiling what runs often once more, for speed, takes a sixth of its processor time.
      '--js-flags=--no-opt --no-maglev',
    ],
  });
}

export interface Opened {
  readonly page: Page;
  /** Uncaught errors, console errors and content security violations, in order. */
  readonly problems: string[];
  close(): Promise<void>;
}

/** A phone of 390 × 844 with its own storage. */
export function openPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Opened> {
  return openPage(browser, {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...options,
  });
}

/** A desk's screen of 1440 × 900 with its own storage. */
export function openDesk(browser: Browser, options: BrowserContextOptions = {}): Promise<Opened> {
  return openPage(browser, { viewport: { width: 1440, height: 900 }, ...options });
}

/** A window of 1,280 px, the narrowest in which what is traded has a terminal; with its own storage. */
export const openTerminal = (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Opened> => openPage(browser, { viewport: { width: 1280, height: 800 }, ...options });

/** Where a person trades: the same journeys on both. */
export const DEVICES = [
  ['a phone', openPhone],
  ['a terminal', openTerminal],
] as const;

const WAIT_MAX_MS = 240_000;

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext({
    colorScheme: 'dark',
    locale: 'en-GB',
    // No test is about how a sheet moves, and a colour on its way to the other theme is neither theme's.
    reducedMotion: 'reduce',
    // Each phone is new: a worker would only fetch the whole app once more.
    serviceWorkers: 'block',
    ...options,
  });
  // Machines are shared: what takes a second here took half a minute where six others ran.
  context.setDefaultTimeout(WAIT_MAX_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // Only a test that has taken the network away itself can see this: the app goes on trying to connect.
    const isTakenAway = message.text().includes('net::ERR_INTERNET_DISCONNECTED');
    if (message.type() === 'error' && !isTakenAway)
      problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  return { page, problems, close: () => context.close() };
}

/** A picture of it, where SHOTS names a folder. */
export async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

/** Pages of one test file: opened by its tests, closed and judged after each. */
export class Pages {
  readonly #open: Opened[] = [];

  add(opened: Opened): Page {
    this.#open.push(opened);
    return opened.page;
  }

  /** Takes away the one complaint about a call whose refusal the test is about. */
  forgive(page: Page, path: string): void {
    const opened = this.#open.find((one) => one.page === page);
    const at = opened?.problems.findIndex((problem) => problem.endsWith(`/api/${path}`)) ?? -1;
    if (opened === undefined || at < 0) throw new Error(`${path} was not refused`);
    opened.problems.splice(at, 1);
  }

  /** Takes away every complaint about a call that is refused wherever it is made. */
  forgiveAny(page: Page, path: string): void {
    const opened = this.#open.find((one) => one.page === page);
    if (opened === undefined) throw new Error('not a page of this test');
    const others = opened.problems.filter((problem) => !problem.includes(`/api/${path}`));
    opened.problems.splice(0, opened.problems.length, ...others);
  }

  /** Closes all; gives what went wrong in them. */
  async close(): Promise<readonly string[]> {
    const closed = this.#open.splice(0);
    await Promise.all(closed.map((one) => one.close()));
    return closed.flatMap(({ problems }) => problems);
  }
}

/** A JPEG of its own for each text, drawn by the browser. */
export async function drawJpeg(
  browser: Browser,
  text: string,
  size = { width: 640, height: 400 },
): Promise<Buffer> {
  const page = await browser.newPage();
  const drawn = { words: text, ...size };
  const url = await page.evaluate(({ words, width, height }) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.fillStyle = '#e8eef4';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#123';
    context.font = '32px sans-serif';
    context.fillText(words, 24, 200);
    return canvas.toDataURL('image/jpeg', 0.9);
  }, drawn);
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
