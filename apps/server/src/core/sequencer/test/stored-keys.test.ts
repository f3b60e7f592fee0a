import { describe, expect, it } from 'vitest';
import { StoredKeys } from '../stored-keys.ts';

const names = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${at % 7} order-${from + at}`);

describe('keys that the table may have', () => {
  it('are found, every one of them, over many layers', () => {
    const keys = new StoredKeys(8);
    const all = names(0, 5_000);
    all.forEach((name, at) => {
      keys.add(name, at);
    });
    expect(all.filter((name) => !keys.mayHave(name))).toEqual([]);
  });

  it('are few among those that it has not', () => {
    const keys = new StoredKeys();
    for (const name of names(0, 100_000)) keys.add(name, 0);
    // 1 of 15,000 a layer that is full, of which there are three.
    const mistaken = names(100_000, 100_000).filter((name) => keys.mayHave(name));
    expect(mistaken.length).toBeLessThan(60);
  });

  it('are forgotten by layers, none as long as one of its layer is there', () => {
    const keys = new StoredKeys(4);
    const all = names(0, 12);
    all.forEach((name, at) => {
      keys.add(name, at);
    });
    keys.forgetBefore(3);
    expect(all.every((name) => keys.mayHave(name))).toBe(true);
    keys.forgetBefore(4);
    expect(all.slice(0, 4).some((name) => keys.mayHave(name))).toBe(false);
    expect(all.slice(4).every((name) => keys.mayHave(name))).toBe(true);
    keys.forgetBefore(12);
    expect(all.some((name) => keys.mayHave(name))).toBe(false);
  });

  it('begin a layer each day', () => {
    const keys = new StoredKeys();
    keys.add('1 monday', 0);
    keys.add('1 tuesday', 86_400_001);
    keys.forgetBefore(86_400_001);
    expect(keys.mayHave('1 monday')).toBe(false);
    expect(keys.mayHave('1 tuesday')).toBe(true);
  });

  it('stay true where there is no room for more layers', () => {
    const keys = new StoredKeys(1);
    const all = names(0, 20_000);
    for (const name of all) keys.add(name, 0);
    expect(all.every((name) => keys.mayHave(name))).toBe(true);
  });
});
