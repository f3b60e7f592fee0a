/** What every product promises of restarts: commands alone decide, and rows that contradict each other are refused. */
import { Engine, type Snapshot } from '@fairlead/engine';
import type { TimedCommand } from '@fairlead/testkit';
import { InvariantError } from '@fairlead/units';
import { expect, test } from 'vitest';

/** Runs drawn commands on two engines. */
export function testSameTwice(commands: { next(): TimedCommand }): void {
  test('the same commands give the same results, changes and hash', () => {
    const [first, second] = [new Engine(), new Engine()];
    for (let sequence = 1; sequence <= 1_500; sequence += 1) {
      const { command, timeMs } = commands.next();
      const stamp = { sequence, timeMs };
      expect(first.execute(command, stamp)).toEqual(second.execute(command, stamp));
    }
    expect(first.takeChanges()).toEqual(second.takeChanges());
    expect(first.stateHash()).toBe(second.stateHash());
  });
}

/** Each change makes a snapshot that no engine takes; the sound one it takes as it was. */
export function testRefusals(
  good: Snapshot,
  rows: readonly (readonly [claim: string, change: object])[],
): void {
  test.each(rows)('%s', (_, change) => {
    expect(() => new Engine({ ...good, ...change } as Snapshot)).toThrow(InvariantError);
  });

  test('the sound one is taken', () => {
    const engine = new Engine(good);
    const { counters: _, ...changes } = engine.takeChanges();
    expect(Object.values(changes).flat()).toEqual([]);
    expect(engine.takeSnapshot()).toEqual(good);
  });
}
