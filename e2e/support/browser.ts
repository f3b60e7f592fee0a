import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The system's Chromium: a test tool's own download is never tried. */
export const CHROMIUM =
  [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
    .filter((candidate) => candidate !== undefined)
    .find((candidate) => existsSync(candidate)) ?? undefined;

export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('no Chromium: install the package chromium');
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
    ],
  });
}

export interface Phone {
  readonly page: Page;
  /** Uncaught errors, console errors and content security violations, in order. */
  readonly problems: string[];
  close(): Promise<void>;
}

/** A phone of 390 × 844 with its own storage. */
export async function openPhone(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  return { page, problems, close: () => context.close() };
}
