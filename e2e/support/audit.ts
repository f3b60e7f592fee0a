/** What every page must hold in every theme and width: no axe finding, nothing wider than the screen. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens a deep link as a document of its own, and waits until no skeleton is left. */
export async function openDeep(page: Page, link: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(link);
  } else {
    // By a blank page between, Chromium would start another process and compile all of the app again.
    await page.evaluate((to) => history.replaceState(null, '', to), link);
    await page.reload();
  }
  await drawn(page);
}

async function drawn(page: Page): Promise<void> {
  await page.getByRole('main').first().waitFor();
  await page.waitForFunction(
    () =>
      // What index.html draws before the app is there is not the app.
      document.querySelector('[data-first]') === null &&
      document.querySelector('main h1, main h2, main li, main form, main button, main p') !== null,
  );
  await settled(page);
}

/** Opens a screen as `walkTo` does, the first one as a document, and waits until no skeleton is left. */
export async function openWithin(
  page: Page,
  link: string,
  nothing: RegExp | string = NOTHING,
): Promise<void> {
  const [document_ = '', screen = ''] = link.split('#/');
  if (new URL(page.url()).pathname !== document_) return openDeep(page, link);
  await walkTo(page, screen, nothing);
  await drawn(page);
}

/** What app and console say where there is no page. */
const NOTHING = /^(There is nothing at this address|There is no such page)\.$/;

/**
 * By the address, as a link within the app does, and over a page between: nothing of the screen before is left. A
 * document of its own for each takes four times the processor time where the answers are rewritten (lengths.test.ts).
 * `nothing` is what a page in another language than English says where there is none.
 */
export async function walkTo(
  page: Page,
  screen: string,
  nothing: RegExp | string = NOTHING,
): Promise<void> {
  await page.evaluate(() => window.location.replace('#/pages/nowhere'));
  await page.getByText(nothing).waitFor();
  if (screen === 'pages/nowhere') return;
  await page.evaluate((to) => window.location.replace(`#/${to}`), screen);
  await page.getByText(nothing).waitFor({ state: 'detached' });
  await page.getByRole('main').first().waitFor();
}

/** Waits until no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** All that another theme can change. */
const COLOURS = { type: 'rule', values: ['color-contrast'] };

/** Everything wrong with the page as it is shown now, in both themes. */
export async function findingsOf(page: Page, name: string): Promise<string[]> {
  await page.evaluate(axe);
  const findings: string[] = [];
  for (const [colorScheme, runOnly] of [
    ['dark', STANDARDS],
    ['light', COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    for (const violation of await violations(page, runOnly))
      findings.push(`${name}, ${colorScheme}: ${violation}`);
  }
  for (const size of sizesOf(page)) {
    await page.setViewportSize(size);
    const sideways = await overflow(page);
    if (sideways > 0) findings.push(`${name} is wider than ${size.width} by ${sideways} px`);
  }
  return findings;
}

/** A phone's page must fit the narrowest common phone too; the page is left as it was. */
function sizesOf(page: Page): readonly { width: number; height: number }[] {
  const size = page.viewportSize();
  if (size === null) throw new Error('the page has no size');
  return size.width === 390 ? [{ width: 360, height: 740 }, size] : [size];
}

/** Rule and first element of each violation; with STANDARDS of WCAG 2.2 A and AA. */
function violations(page: Page, runOnly: object): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { axe: loaded } = window as unknown as {
      axe: {
        run(
          root: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    // Only what the test reads is made up; of what can be loaded beforehand, media are all that these rules ask for.
    const found = await loaded.run(document, {
      runOnly: rules,
      resultTypes: ['violations'],
      selectors: false,
      preload: { assets: ['media'] },
    });
    return found.violations.map(
      ({ id, nodes }) => `${id} × ${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`,
    );
  }, runOnly);
}

/** Pixels by which the page can be scrolled sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
