import { expect, test } from 'vitest';
import { connectionStore, markData, socketAfter } from './connection.ts';

test('a first attempt is no loss; a failed one and any after a connection are', () => {
  expect(socketAfter('connecting', 'connecting')).toBe('connecting');
  expect(socketAfter('connecting', 'offline')).toBe('reconnecting');
  expect(socketAfter('live', 'connecting')).toBe('reconnecting');
  expect(socketAfter('reconnecting', 'connecting')).toBe('reconnecting');
  expect(socketAfter('reconnecting', 'live')).toBe('live');
});

test('data is marked once a second at most', () => {
  markData(10_000);
  markData(10_999);
  expect(connectionStore.getState().lastDataAtMs).toBe(10_000);
  markData(11_000);
  expect(connectionStore.getState().lastDataAtMs).toBe(11_000);
});
