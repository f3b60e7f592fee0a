/**
 * The index rule and the engine together, on what three venues said on 11 March 2023: whatever a single venue does, what is
 * closed, liquidated and settled is what the others alone would have led to; where no index is, nothing is forced.
 * Cases F1, F2, F3, F4 of cases.md.
 */
import { describe, expect, test } from 'vitest';
import type { VenueQuote } from '../../feeds/index-price.ts';
import { type Meddle, type Told, type VenueName, VenueStory } from './venue-story.ts';

/** From here on a venue is changed. */
const FROM = 60;

/** Lets one venue say something else from a second on; nothing: it says nothing. */
const changing =
  (venue: VenueName, change: (quote: VenueQuote) => VenueQuote | undefined, from = FROM): Meddle =>
  (quotes, second) =>
    quotes.flatMap((quote) => {
      if (quote.venue !== venue || second < from) return quote;
      return change(quote) ?? [];
    });

const times = (factor: number) => (quote: VenueQuote) => {
  const price = (Number(quote.bid) * factor).toFixed(8);
  return { ...quote, bid: price, ask: price };
};

const priced = (price: string) => (quote: VenueQuote) => ({ ...quote, bid: price, ask: price });
const silent = () => undefined;

const played = (meddle?: Meddle, venues?: readonly VenueName[]): Told =>
  new VenueStory(meddle, venues).play().told();

const of = (told: Told, word: string): readonly string[] =>
  told.events.filter((event) => event.includes(word));

/** How many of a story's samples name a venue as dropped for a reason. */
const dropped = ({ samples }: Told, venue: VenueName, reason: string): number =>
  [...samples.values()].filter((sample) =>
    sample.dropped.some((quote) => quote.venue === venue && quote.reason === reason),
  ).length;

/** With all three venues as they were. */
const day = played();

describe('the day as it was', () => {
  test('closes positions of high multiples, settles options both ways, and takes no price twice', () => {
    expect(of(day, '100x liquidation').length).toBeGreaterThan(5);
    expect(of(day, 'stop_loss').length).toBeGreaterThan(2);
    expect(of(day, ' 5x liquidation')).toEqual([]);
    expect(of(day, 'option win').length).toBeGreaterThan(10);
    expect(of(day, 'option lose').length).toBeGreaterThan(10);
    expect(played()).toEqual(day);
  });

  test('every close is at the sample of its second', () => {
    for (const event of [...of(day, 'liquidation'), ...of(day, 'stop_loss')]) {
      const [second = '', , , , price] = event.split(' ');
      const sample = day.samples.get(Number(second));
      expect(`${sample?.price ?? ''}`).toBe(price?.replace('.', ''));
    }
  });
});

describe.each(['binance', 'coinbase', 'kraken'] as const)('%s alone', (venue) => {
  const without = played(changing(venue, silent));

  test.each([
    ['F1: 20 % below', times(0.8), 'outlier'],
    ['F1: 20 % above', times(1.2), 'outlier'],
    ['F1: 0.6 % below', times(0.994), undefined],
    ['F3: zero', priced('0'), 'not_positive'],
    ['F3: negative', priced('-20000'), 'not_positive'],
    ['F3: no number', priced('NaN'), 'not_a_price'],
    ['F3: a thousand times too much', times(1_000), 'outlier'],
    ['F3: a thousandth', times(0.001), 'outlier'],
  ] as const)('%s closes, liquidates and settles nothing by its print', (_, change, reason) => {
    const told = played(changing(venue, change));
    if (reason !== undefined) {
      expect(told).toEqual({ ...without, samples: told.samples });
      expect(dropped(told, venue, reason)).toBe(told.samples.size - FROM + 1);
    }
    // The index stays within 0.5 % of what it was, and is stale rather than farther away.
    for (const [second, { price }] of told.samples) {
      const before = day.samples.get(second)?.price;
      if (price === undefined || before === undefined) continue;
      const away = price > before ? price - before : before - price;
      expect(away * 200n < before).toBe(true);
    }
    // Liquidation begins 4.5 % away at 20 times and 19.5 % away at 5: the day moved by 3 %.
    expect(of(told, 'liquidation').filter((event) => / (5|20)x /.test(event))).toEqual([]);
  });

  test('F2: frozen while connected counts for ten seconds by its own time, whenever it arrives', () => {
    let frozen: VenueQuote | undefined;
    const told = played(
      changing(venue, (quote) => {
        frozen ??= quote;
        return { ...frozen, receivedAtMs: quote.receivedAtMs };
      }),
    );
    const cut = played(changing(venue, silent, FROM + 10));
    const last = 240 - FROM - 9;
    expect(dropped(told, venue, 'stale')).toBeGreaterThanOrEqual(last - 1);
    expect(dropped(told, venue, 'stale')).toBeLessThanOrEqual(last);
    const after = (each: Told) => [...each.samples].slice(FROM + 12).map(([, { price }]) => price);
    expect(after(told)).toEqual(after(cut));
  });

  test('F2: the same quote again and again, and older ones behind newer, change nothing', () => {
    let before: VenueQuote | undefined;
    const told = played((quotes) => {
      const again = quotes.filter((quote) => quote.venue === venue);
      const older = before;
      before = again[0];
      return older === undefined ? quotes : [...quotes, ...again, older];
    });
    expect({ ...told, samples: undefined }).toEqual({ ...day, samples: undefined });
  });
});

describe('a coin that loses its peg', () => {
  test('a fourth venue that quotes in it is dropped each second, and nothing is closed by it', () => {
    const four = played(undefined, ['binance', 'coinbase', 'kraken', 'usdc']);
    expect(dropped(four, 'usdc', 'outlier')).toBe(four.samples.size);
    // The median of four counts the outlier once before it is dropped, so the index may differ by a little.
    expect(of(four, 'liquidation').filter((event) => / (5|20)x /.test(event))).toEqual([]);
    for (const [second, { price }] of four.samples) {
      const before = day.samples.get(second)?.price ?? 0n;
      const away = (price ?? 0n) > before ? (price ?? 0n) - before : before - (price ?? 0n);
      expect(away * 500n < before).toBe(true);
    }
  });
});

describe('where no index is', () => {
  /** Two venues, of which one shows a fifth less for a while: they disagree. */
  const broken =
    (until: number): Meddle =>
    (quotes, second) =>
      quotes.map((quote) => {
        const isBroken = quote.venue === 'coinbase' && second >= FROM && second < until;
        return isBroken ? times(0.8)(quote) : quote;
      });

  test('stale stops openings, triggers, liquidations and settlements by price', () => {
    const story = new VenueStory(broken(200), ['binance', 'coinbase']).play(199);
    const told = story.told();
    const later = (line: string) => Number(line.split(' ')[0]) >= FROM;
    expect([...told.samples].slice(FROM - 1).every(([, { price }]) => price === undefined)).toBe(
      true,
    );
    const closed = told.events.filter((event) => later(event) && !event.includes('option'));
    expect(closed).toEqual([]);
    const answers = told.answers.filter(later).map((line) => line.split(' ')[2]);
    expect(new Set(answers)).toEqual(new Set(['price_stale']));
    // A window that lies in it is lost; one that was whole before is settled by what it was.
    const options = told.events.filter((event) => later(event) && event.includes('option'));
    expect(options.length).toBeGreaterThan(5);
    const byPrice = options.filter((event) => !event.includes('refunded'));
    expect(byPrice.every((event) => Number(event.split(' ')[0]) <= FROM + 1)).toBe(true);
  });

  test('what was due meanwhile fires at the first fresh sample', () => {
    const story = new VenueStory(broken(200), ['binance', 'coinbase']).play(199);
    const before = story.told().events.length;
    story.play(1);
    const { events, samples } = story.told();
    const fired = events.slice(before).filter((event) => !event.includes('option'));
    expect(fired.length).toBeGreaterThan(0);
    const price = `${samples.get(200)?.price}`;
    for (const event of fired) expect(event.replace('.', '').endsWith(price)).toBe(true);
  });

  test('F4: when the feed itself is dead nothing is forced, and what was paid for waits for it', () => {
    const isDead = (second: number) => second >= FROM && second < 200;
    const story = new VenueStory((quotes, second) => (isDead(second) ? undefined : quotes));
    story.play(FROM - 1);
    const alive = story.told().events.length;
    story.play(200 - FROM);
    const dead = story.told();
    const events = dead.events.slice(alive);
    expect(events.every((event) => event.includes('option'))).toBe(true);
    // Only a window that was begun when the feed died is settled by its prices.
    expect(events.length).toBeLessThanOrEqual(2);
    const answers = dead.answers.filter((line) => Number(line.split(' ')[0]) > FROM + 2);
    expect(answers.every((line) => line.endsWith('price_stale'))).toBe(true);
    story.play(5);
    const back = story.told().events.slice(alive + events.length);
    // The house read nothing: what would have lost by the next price is refunded, and what would have won is won.
    const settled = back.filter((event) => event.includes('option'));
    expect(settled.filter((event) => event.includes('refunded')).length).toBeGreaterThan(2);
    expect(settled.filter((event) => event.includes('win')).length).toBeGreaterThan(2);
    expect(back.some((event) => event.includes('liquidation'))).toBe(true);
  });
});
