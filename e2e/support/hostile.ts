/** Answers as hostile people would have them: what somebody typed at its longest, without a blank; sums beyond any real one. */
import type { Page } from 'playwright-core';

/** As long as the contract lets a note be, of the widest letter. */
export const LONGEST = 'W'.repeat(100);
/** In front of what stands before the point: of a hundred thousand million million. */
const HUGE = '123456789012345';

/** Fields of answers that people write themselves, or that an operator writes for them. */
const TYPED = new Set(
  `account account_name account_number applicant bank_address bank_name body branch card_number company_name contact_address
  decision_reason deposit_bank detail device email failure full_name iban id_number introduction last_text message
  nickname note operator payee_address phone postal_code proposed_by proof_text reason reference rules sent_to subject
  summary taken_by decided_by swift_code text title tx_id user value_text hint`.split(/\s+/),
);
/** Names of people, articles and things; a currency's is a code that pictures and sums are found by. */
const isNameTyped = (text: string): boolean => !/^[A-Z0-9]{1,12}$/.test(text);
/** Decimals that are no sums: a share, a step, a bound of a form. */
const NO_SUM =
  /rate|ratio|percent|multiple|factor|step|size|scale|share|yield|price|min_|_min|unit$/;
const DECIMAL = /^-?\d+\.\d+$/;
/** Calls whose decimals are prices and bounds of markets, not anybody's money. */
const MARKETS = /\/api\/(?:currency|lever|microtrade|coin)\//;

function hostile(value: unknown, isOfMarkets: boolean, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => hostile(item, isOfMarkets, field));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        // Of a key its owner's word, elsewhere one of ours.
        const isOwnLabel = name === 'label' && 'prefix' in value;
        return [name, hostile(inner, isOfMarkets, isOwnLabel ? 'note' : name)];
      }),
    );
  if (typeof value !== 'string' || value === '') return value;
  if (TYPED.has(field) || (field === 'name' && isNameTyped(value)))
    return `${LONGEST}${value}`.slice(0, LONGEST.length);
  if (DECIMAL.test(value) && !isOfMarkets && !NO_SUM.test(field))
    return value.startsWith('-') ? `-${HUGE}${value.slice(1)}` : `${HUGE}${value}`;
  return value;
}

/** From now on the page is given such answers by every call of the API. */
export async function serveHostile(page: Page): Promise<void> {
  await page.route(/\/api\/(?!config$|set\/lang|operator\/login)/, async (route) => {
    const response = await route.fetch().catch(() => undefined);
    if (response === undefined) return route.abort().catch(() => undefined);
    const isJson = response.headers()['content-type']?.includes('json') === true;
    if (!isJson) return route.fulfill({ response });
    // The page may be gone by now.
    const read = await response.json().catch(() => undefined);
    if (read === undefined) return route.abort().catch(() => undefined);
    const { message, ...envelope } = read as { message: unknown };
    const isOfMarkets = MARKETS.test(route.request().url());
    const json = { ...envelope, message: hostile(message, isOfMarkets) };
    return route.fulfill({ response, json }).catch(() => undefined);
  });
}

/**
 * What of the page cannot be reached at a width: the page or a sheet that is scrolled sideways, and controls that stand
 * out of view where nothing scrolls to them.
 */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    const beyond = document.documentElement.scrollWidth - width;
    if (beyond > 0) {
      const isClipped = (element: Element): boolean => {
        const parent = element.parentElement;
        if (parent === null || parent === document.body) return false;
        return getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent);
      };
      const out = [...document.querySelectorAll('body *')].filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (right > width + 1 || left < -1) && !isClipped(element);
      });
      const cause = out.find(
        (element) => !out.some((other) => element !== other && element.contains(other)),
      );
      const where = `${cause?.parentElement?.className} > ${cause?.outerHTML.slice(0, 120)}`;
      found.push(`is ${beyond} px wider than ${width}: ${where}`);
    }
    // What scrolls up and down only was never made for sideways.
    for (const element of document.querySelectorAll(
      '.fl-sheet-body, .fl-desk-detail, .fl-dialog, .con-panel-body, .con-panel-foot, .con-main',
    ))
      if (element.scrollWidth > element.clientWidth + 1)
        found.push(
          `${element.className} scrolls sideways by ${element.scrollWidth - element.clientWidth} px`,
        );
    const scrolls = (element: Element): boolean =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth;
    for (const control of document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea',
    )) {
      const { left, right, width: own } = control.getBoundingClientRect();
      if (own === 0 || (right <= width + 1 && left >= -1)) continue;
      let over = control.parentElement;
      while (over !== null && !scrolls(over)) over = over.parentElement;
      // Kept for readers of the screen only.
      if (over === null && getComputedStyle(control).clipPath === 'none' && own > 1)
        found.push(`${control.outerHTML.slice(0, 90)} stands from ${left} to ${right}`);
    }
    return found.slice(0, 3);
  });
