/**
 * TradingView's Universal Data Feed (UDF): symbols, search and candles for its charting library, by its documented
 * shapes. A market has two symbols: its name, candles of our own trades; and its name with `.INDEX`, the index.
 */

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../core/config/config.ts';
import type { Rates } from '../../core/http/rates.ts';
import type { Candles } from '../../market/candles/index.ts';
import type { MarketData } from '../../market/data/index.ts';
import { modeOf } from '../binance/market-calls.ts';
import { listedMarkets } from '../binance/symbols.ts';
import { history } from './history.ts';
import { findSymbol, RESOLUTIONS, searchSymbols, symbolInfo } from './symbols.ts';

const PREFIX = '/udf';
const JSON_TYPE = 'application/json; charset=utf-8';
/** Of a search. */
const RESULTS_MAX = 50;
const QUERY_LENGTH_MAX = 30;

type Query = Readonly<Record<string, unknown>>;

const wordOf = (query: Query, name: string): string => {
  const value = query[name];
  return typeof value === 'string' ? value.slice(0, QUERY_LENGTH_MAX * 2) : '';
};
const integerOf = (query: Query, name: string): number | undefined => {
  const word = wordOf(query, name);
  return /^\d{1,12}$/.test(word) ? Number(word) : undefined;
};

/** What a chart is told when something is wrong with its question; the library shows `errmsg`. */
const failed = (reply: FastifyReply, text: string): FastifyReply =>
  send(reply.code(400), { s: 'error', errmsg: text });
const send = (reply: FastifyReply, value: unknown): FastifyReply =>
  reply.header('content-type', JSON_TYPE).send(JSON.stringify(value));

export async function registerUdf(
  app: FastifyInstance,
  context: {
    readonly marketData: MarketData;
    readonly candles: Candles;
    readonly config: Config;
    readonly clock: { now(): number };
  },
  rates: Pick<Rates, 'count'>,
): Promise<void> {
  const { marketData, candles, config, clock } = context;
  const { terms } = marketData;
  const { code, name: brandName } = config.brand;
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('x-fairlead-mode', modeOf(config));
        await rates.count('read', '', request.ip);
      });
      scope.get('/config', (_request, reply) =>
        send(reply, {
          supported_resolutions: RESOLUTIONS,
          supports_search: true,
          supports_group_request: false,
          supports_marks: false,
          supports_timescale_marks: false,
          supports_time: true,
          exchanges: [{ value: code, name: code, desc: brandName }],
          symbols_types: [
            { name: 'All', value: '' },
            { name: 'Spot', value: 'crypto' },
            { name: 'Index', value: 'index' },
          ],
        }),
      );
      scope.get('/time', (_request, reply) =>
        reply
          .header('content-type', 'text/plain; charset=utf-8')
          .send(String(Math.floor(clock.now() / 1_000))),
      );
      scope.get('/symbols', (request, reply) => {
        const found = findSymbol(terms, wordOf(request.query as Query, 'symbol'));
        return found === undefined
          ? failed(reply, 'unknown_symbol')
          : send(reply, symbolInfo(found, { mode: modeOf(config), exchange: code }));
      });
      scope.get('/search', (request, reply) => {
        const query = request.query as Query;
        const limit = Math.min(integerOf(query, 'limit') ?? RESULTS_MAX, RESULTS_MAX);
        const asked = {
          text: wordOf(query, 'query').slice(0, QUERY_LENGTH_MAX),
          type: wordOf(query, 'type'),
          exchange: wordOf(query, 'exchange'),
        };
        return send(reply, searchSymbols(listedMarkets(terms), asked, code).slice(0, limit));
      });
      scope.get('/history', async (request, reply) => {
        const query = request.query as Query;
        const symbol = findSymbol(terms, wordOf(query, 'symbol'));
        if (symbol === undefined) return failed(reply, 'unknown_symbol');
        const [from, to] = [integerOf(query, 'from'), integerOf(query, 'to')];
        const countback = integerOf(query, 'countback');
        const resolution = wordOf(query, 'resolution');
        if (to === undefined || (from === undefined && countback === undefined))
          return failed(reply, 'from and to are seconds since 1970');
        const found = await history(candles, { symbol, resolution, from, to, countback });
        return found === undefined ? failed(reply, 'unknown resolution') : send(reply, found);
      });
    },
    { prefix: PREFIX },
  );
}
