/**
 * What clients ask of Binance's other houses before they do anything. We have no such products there, and say so
 * with empty lists; and the names of user streams.
 */

import { randomBytes } from 'node:crypto';
import { deleteListenKey, extendListenKey, insertListenKey } from '../api-key-queries.ts';
import { keyHash } from '../api-keys.ts';
import type { BinanceCall, Endpoint, KeyedCall, KeyedEndpoint, OpenEndpoint } from './endpoint.ts';
import { BinanceError } from './errors.ts';
import { LISTEN_KEY_LIFETIME_MS, LISTEN_KEYS_MAX } from './limits.ts';
import type { BinanceNeeds } from './needs.ts';

/** As Binance's: 60 characters. */
export const LISTEN_KEY_FORM = /^[A-Za-z0-9_-]{60}$/;
const LISTEN_KEY_BYTES = 45;

export function otherEndpoints(context: BinanceNeeds): Endpoint[] {
  return [...emptyHouses(), ...marginPairs(), ...listenKeyEndpoints(context)];
}

function emptyHouses(): OpenEndpoint[] {
  const none = { method: 'GET', security: 'none', weight: 1 } as const;
  const nothing = ({ nowMs }: BinanceCall) => ({
    timezone: 'UTC',
    serverTime: nowMs,
    ...{ rateLimits: [], exchangeFilters: [], assets: [], symbols: [] },
    ...{ optionContracts: [], optionAssets: [], optionSymbols: [] },
  });
  const houses = ['fapi/v1', 'dapi/v1', 'eapi/v1'].flatMap((house): OpenEndpoint[] => [
    { ...none, path: `${house}/exchangeInfo`, run: nothing },
    { ...none, path: `${house}/ping`, run: () => ({}) },
    { ...none, path: `${house}/time`, run: ({ nowMs }) => ({ serverTime: nowMs }) },
  ]);
  return [
    ...houses,
    { ...none, path: 'sapi/v1/system/status', run: () => ({ status: 0, msg: 'normal' }) },
  ];
}

/** Nothing is traded on margin. */
const marginPairs = (): KeyedEndpoint[] =>
  ['sapi/v1/margin/allPairs', 'sapi/v1/margin/isolated/allPairs'].map((path) => ({
    method: 'GET',
    path,
    security: 'read',
    weight: 1,
    run: () => [],
  }));

/** The older way to a user stream: its name is asked for with the key alone, and kept alive. */
function listenKeyEndpoints({ database, clock }: BinanceNeeds): KeyedEndpoint[] {
  const base = { path: 'api/v3/userDataStream', security: 'key', weight: 2 } as const;
  const named = ({ parameters, key }: KeyedCall) => ({
    hash: keyHash(parameters.required('listenKey')),
    apiKeyId: key.apiKeyId,
  });
  const known = (isKnown: boolean): object => {
    if (!isKnown) throw new BinanceError(-1125, 'This listenKey does not exist.');
    return {};
  };
  return [
    {
      ...base,
      method: 'POST',
      run: async ({ key: { apiKeyId } }) => {
        const listenKey = randomBytes(LISTEN_KEY_BYTES).toString('base64url');
        const createdAtMs = clock.now();
        const expiresAtMs = createdAtMs + LISTEN_KEY_LIFETIME_MS;
        const row = { hash: keyHash(listenKey), apiKeyId, createdAtMs, expiresAtMs };
        await database.transaction((transaction) =>
          insertListenKey(transaction, row, LISTEN_KEYS_MAX),
        );
        return { listenKey };
      },
    },
    {
      ...base,
      method: 'PUT',
      run: async (call) => {
        const nowMs = clock.now();
        const times = { nowMs, expiresAtMs: nowMs + LISTEN_KEY_LIFETIME_MS };
        return known(await extendListenKey(database, named(call), times));
      },
    },
    {
      ...base,
      method: 'DELETE',
      run: async (call) => known(await deleteListenKey(database, named(call))),
    },
  ];
}
