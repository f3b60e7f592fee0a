/**
 * Case F14 of cases.md: nobody changes what the index is made of while it runs. Its venues are configuration, read once
 * at the start; there are no weights; and whatever a call, a proposal or an engine command can carry names neither
 * a venue nor an index.
 */
import { PROPOSAL_KINDS, routeEntries } from '@fairlead/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../core/config/config.ts';
import { schemaOf } from '../../../core/http/docs/openapi-document.ts';
import { indexSample, type VenueQuote } from '../../feeds/index-price.ts';

const NOW = 1_700_000_000_000;

/** Names of all fields of a JSON schema, however deep. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const names = Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? Object.keys(value as object) : [],
  );
  return [...names, ...Object.values(schema).flatMap(fieldNames)];
}

describe('F14: what the index is made of', () => {
  test('no call takes a venue, a source, a weight or an index', () => {
    const fields = routeEntries.flatMap(([name, { request }]) =>
      fieldNames(schemaOf(request, 'input')).map((field) => `${name} ${field}`),
    );
    expect(fields.length).toBeGreaterThan(100);
    // The sources there are: the addresses that a sweep emptied, and the account that a journal entry takes money from.
    const word = / \S*(venue|source|weight|index|feed|median)/;
    expect(fields.filter((field) => word.test(field))).toEqual([
      'signerSweep sources',
      'proposeEntry source',
    ]);
  });

  test('no proposal is about it', () => {
    expect(PROPOSAL_KINDS.filter((kind) => /index|feed|venue|price/.test(kind))).toEqual([]);
  });

  test('its venues are configuration, each once, and the configuration is read once', () => {
    const { feed } = loadConfig({ FEED: 'live:kraken,okx,kraken', DEMO: '1' });
    expect(feed).toMatchObject({ kind: 'live', venues: ['kraken', 'okx'] });
    expect(() => loadConfig({ FEED: 'live:kraken*2', DEMO: '1' })).toThrow('FEED');
  });

  test('no venue weighs more than another, however often it quotes', () => {
    const cents = fc.integer({ min: 9_960, max: 10_040 });
    const quotes = fc.tuple(cents, cents, cents);
    fc.assert(
      fc.property(quotes, fc.nat(2), fc.integer({ min: 1, max: 5 }), (prices, loud, times) => {
        const once = prices.map((price, at): VenueQuote => {
          const text = (price / 100).toFixed(2);
          const time = { venueTimeMs: NOW - 100, receivedAtMs: NOW - 50 };
          return { venue: `v${at}`, bid: text, ask: text, ...time };
        });
        const again = Array.from({ length: times }, () => once[loud] ?? []).flat();
        const sample = (given: readonly VenueQuote[]) =>
          indexSample({ symbol: 'BTC/USDT', timeMs: NOW, quotes: given });
        const { price, sources } = sample([...once, ...again]);
        expect({ price, sources }).toEqual({
          price: sample(once).price,
          sources: sample(once).sources,
        });
      }),
      { seed: 14 },
    );
  });
});
