/** A snapshot that is held while the engine runs on: it stays what it was, and work on it lets others have their turn. */
import { Engine, type StoredSnapshot, stateHash, stateHashSteps } from '@fairlead/engine';
import { TestExchange } from '@fairlead/testkit';
import { expect, test } from 'vitest';
import { STEP_RECORDS } from '../steps.ts';

function funded(): TestExchange {
  const exchange = TestExchange.withMarket(1, 2);
  for (const owner of [1, 2]) {
    exchange.fund(owner, 3, 1_000_000_000n);
    exchange.fund(owner, 1, 1_000_000_000n);
  }
  exchange.limit(1, 'buy', [9_000, 10]);
  return exchange;
}

test('what is done later is not in it, and an engine of it is the one that was', () => {
  const exchange = funded();
  const held = exchange.engine.holdSnapshot();
  const { balances, ...before } = exchange.engine.takeSnapshot();
  const hash = exchange.engine.stateHash();
  exchange.limit(2, 'sell', [9_000, 4]);
  exchange.run({ kind: 'open_account', owner: 7 });
  exchange.fund(7, 3, 5n);
  expect(exchange.engine.stateHash()).not.toBe(hash);
  expect(stateHash(held)).toBe(hash);
  expect(new Engine(held).stateHash()).toBe(hash);
  expect({ ...held, owners: [...held.owners].sort(), balances: undefined }).toEqual({
    ...before,
    balances: undefined,
  });
  const kept = [...held.balances].sort((left, right) => left.accountId - right.accountId);
  expect(kept).toEqual(
    balances.map(({ accountId, total, frozen }) => ({ accountId, total, frozen })),
  );
  // Gone through again it says the same.
  expect(stateHash(held)).toBe(hash);
});

test('hashing and restoring many stop between steps, and give what they give at once', () => {
  const many = 2 * STEP_RECORDS + 1;
  const small = funded().engine.takeSnapshot();
  const owners = [...small.owners, ...Array.from({ length: many }, (_, at) => 1_000 + at)];
  const snapshot: StoredSnapshot = { ...small, owners };
  const count = <Answer>(steps: Generator<void, Answer>): readonly [number, Answer] => {
    for (let stops = 0; ; stops += 1) {
      const step = steps.next();
      if (step.done === true) return [stops, step.value];
    }
  };
  const [hashStops, hash] = count(stateHashSteps(snapshot));
  const [restoreStops, engine] = count(Engine.restoreSteps(snapshot));
  expect([hashStops, restoreStops]).toEqual([2, 2]);
  expect([hash, engine.stateHash()]).toEqual([stateHash(snapshot), hash]);
});
