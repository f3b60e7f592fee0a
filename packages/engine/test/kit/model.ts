/** The tests of a story: seeded runs, short runs of any seed, and planted bugs that must be found. */
import type { Command } from '@fairlead/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Oracle, Plant, Story } from './story.ts';

interface Model<Told extends Story<Oracle>> {
  readonly story: (seed: number, plant?: Plant) => Told;
  readonly seeds: readonly number[];
  readonly commands: number;
  /** Balances are compared behind every so many commands. */
  readonly comparedEach: number;
  /** Outcomes that each seed must come across. */
  readonly wantedOfEach?: readonly string[];
  /** Outcomes that the seeds together must have come across, and what that says. */
  readonly wantedOfAll?: { readonly claim: string; readonly names: readonly string[] };
  /** Short runs, of which fast-check finds the shortest that fails. */
  readonly short: {
    readonly commands: number;
    readonly runs: number;
    readonly seed: number;
    /** Outcomes too rare for one run: each must be in one of all. */
    readonly wanted?: readonly string[];
  };
  readonly bugs: {
    readonly rows: readonly (readonly [name: string, plant: Plant])[];
    readonly seeds: readonly number[];
    readonly commands: number;
    readonly comparedEach: number;
  };
}

export function describeModel<Told extends Story<Oracle>>(title: string, model: Model<Told>): void {
  describe(title, () => {
    const reached = new Set<string>();
    const missing = (wanted: readonly string[], among: ReadonlySet<string>): string[] =>
      wanted.filter((name) => !among.has(name));

    test.each(model.seeds)(`seed %i, ${model.commands.toLocaleString('en')} commands`, (seed) => {
      const story = model.story(seed);
      run(story, model);
      finish(story);
      expect(missing(model.wantedOfEach ?? [], new Set(story.outcomes.keys()))).toEqual([]);
      for (const name of story.outcomes.keys()) reached.add(name);
    });

    const { wantedOfAll } = model;
    if (wantedOfAll !== undefined) {
      test(wantedOfAll.claim, () => expect(missing(wantedOfAll.names, reached)).toEqual([]));
    }

    const { commands, runs, seed: first, wanted = [] } = model.short;
    test(`any seed, ${commands} commands`, () => {
      const rare = new Set<string>();
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const story = model.story(seed);
          for (let at = 0; at < commands; at += 1) story.step();
          finish(story);
          for (const name of story.outcomes.keys()) rare.add(name);
        }),
        { seed: first, numRuns: runs },
      );
      expect(missing(wanted, rare)).toEqual([]);
    });
  });

  describe('a planted bug is found', () => {
    const { bugs } = model;
    test.each(bugs.rows)('%s', (_, plant) => {
      const look = () => {
        for (const seed of bugs.seeds) {
          const story = model.story(seed, plant);
          run(story, bugs);
          story.commit();
          story.compareRows();
        }
      };
      // By a comparison, not because the story or the oracle broke down.
      expect(look).toThrow(expect.objectContaining({ name: 'AssertionError' }));
    });
  });
}

interface Run {
  readonly commands: number;
  readonly comparedEach: number;
}

function run(story: Story<Oracle>, { commands, comparedEach }: Run): void {
  for (let at = 0; at < commands; at += 1) {
    story.step();
    if (at % comparedEach === 0) story.compare();
  }
}

function finish(story: Story<Oracle>): void {
  story.restart();
  story.compare();
  story.compareRows();
}

/** A change of all commands of one kind. */
export function changed<Kind extends Command['kind']>(
  kind: Kind,
  change: (command: Extract<Command, { kind: Kind }>) => Partial<Extract<Command, { kind: Kind }>>,
): Plant {
  return (command) =>
    command.kind === kind
      ? { ...command, ...change(command as Extract<Command, { kind: Kind }>) }
      : command;
}

/** Each of some answers to a kind of command, as outcomes are named. */
export const answers = (kind: Command['kind'], ...codes: readonly string[]): string[] =>
  codes.map((code) => `${kind} ${code}`);
