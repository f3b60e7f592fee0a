/** Telling users of batches. Goal: what one cannot be told is kept from no other, and nothing is missing without being seen. */
import { beforeEach, expect, test } from 'vitest';
import type { Tell } from '../core/http/events.ts';
import { OwnTeller } from './private-events.ts';
import type { LiveSocket } from './types.ts';

const NOTHING = {
  ...{ orders: [], triggers: [], orderLists: [], positions: [], options: [] },
  ...{ balances: [], entries: [], postings: [] },
};

class Sockets {
  readonly heard = new Map<string, unknown[]>();
  readonly cut: string[] = [];

  of(owner: number): LiveSocket[] {
    return [true, false].map((isNumbered) => {
      const name = `${owner} ${isNumbered ? 'numbered' : 'plain'}`;
      const socket = {
        data: {
          session: {
            ...{ language: 'en', isNumbered, areAllNumbered: false, isTold: true },
            behind: new Map(),
          },
        },
        emit: (_event: string, data: { number?: number }) => {
          this.heard.set(name, [...(this.heard.get(name) ?? []), data.number ?? data]);
        },
        disconnect: () => this.cut.push(name),
      };
      return socket as unknown as LiveSocket;
    });
  }
}

let sockets: Sockets;
let teller: OwnTeller;
let broken: number | undefined;

beforeEach(async () => {
  sockets = new Sockets();
  broken = undefined;
  teller = new OwnTeller({
    connections: { toldOf: (owner) => sockets.of(owner) },
    told: (_rows, tell: Tell) => {
      for (const owner of [1, 2])
        tell(owner, 'balance', () => {
          if (owner === broken) throw new Error('it cannot be shown');
          return 'shown' as never;
        });
    },
    steps: { engines: ['spot'], readHead: async () => ({ sequence: 4, previous: 4 }) },
    log: { error: () => {}, warn: () => {} } as never,
  });
  for (const owner of [1, 2]) await teller.numbers.begin(owner);
});

const take = (firstSequence: number, sequence: number): void =>
  teller.take({
    ...{ firstSequence, lastSequence: sequence, sampleSources: new Map() },
    changes: { ...NOTHING, counters: { sequence, timeMs: 0 } },
  } as never);

test('one who cannot be told is cut off, and all others are told', () => {
  broken = 1;
  take(5, 6);
  expect(new Set(sockets.cut)).toEqual(new Set(['1 numbered', '1 plain']));
  expect(sockets.heard).toEqual(
    new Map<string, unknown[]>([
      ['2 plain', ['shown']],
      ['2 numbered', [6]],
    ]),
  );
});

test('batches that connect cut nobody off; one that is missing is never passed over', () => {
  take(5, 6);
  take(7, 7);
  expect(sockets.cut).toEqual([]);
  take(9, 9);
  expect(new Set(sockets.cut)).toEqual(new Set(['1 numbered', '1 plain', '2 numbered', '2 plain']));
});
