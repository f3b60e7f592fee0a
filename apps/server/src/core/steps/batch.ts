/** The part of a batch that its steps have, and the way back: what of it each of its users is told. */
import type { Changes } from '@fairlead/engine';
import { Unpacker } from '../processes/calls/packing.ts';
import { copy } from '../store/batch/statement-builders.ts';
import type { BatchPart } from '../store/batch/writer.ts';
import type { Pack, RowLayout, StepOf } from './layouts.ts';
import { RowBytes } from './row-bytes.ts';
import { type ToldRows, toldRowsOf } from './told-rows.ts';

export type ToldLayouts = {
  readonly [Name in keyof ToldRows]: RowLayout<ToldRows[Name][number]>;
};

/** By their place here, which a step that is kept names them by: kinds are added at the end only. */
const KINDS = [
  'orders',
  'triggers',
  'orderLists',
  'positions',
  'options',
  'balances',
  'records',
] as const satisfies readonly (keyof ToldRows)[];

const COPY_STEPS = copy('batch_steps', ['sequence', 'time_ms', 'owners', 'ends', 'rows']);

/** Who is told what: kinds and rows in turn. */
type Share = (number | object)[];

export function stepsPart(layouts: ToldLayouts): BatchPart {
  const packs = KINDS.map((kind) => layouts[kind].pack as Pack<object>);
  const bytes = new RowBytes();
  return (encoder, { changes }) => {
    // One that could not be written whole left what it had begun with.
    bytes.take();
    const shares = sharesOf(changes);
    if (shares.size === 0) return;
    const { sequence, timeMs } = changes.counters;
    const ends: number[] = [];
    for (const share of shares.values()) {
      for (let at = 0; at < share.length; at += 2) {
        const kind = share[at] as number;
        bytes.begin();
        bytes.integer(kind);
        packs[kind]?.(bytes, share[at + 1] as object, timeMs);
      }
      ends.push(bytes.length);
    }
    encoder.copy(COPY_STEPS, [bytes.take()], (rows) => {
      encoder.int8(sequence);
      encoder.int8(timeMs);
      encoder.int8Column([...shares.keys()], (owner) => owner);
      encoder.int8Column(ends, (end) => end);
      encoder.bytes(rows);
    });
  };
}

function sharesOf(changes: Changes): ReadonlyMap<number, Share> {
  const told = toldRowsOf(changes);
  const shares = new Map<number, Share>();
  for (let kind = 0; kind < KINDS.length; kind += 1) {
    for (const row of told[KINDS[kind] as keyof ToldRows]) {
      const share = shares.get(row.owner);
      if (share === undefined) shares.set(row.owner, [kind, row]);
      else share.push(kind, row);
    }
  }
  return shares;
}

/** What one owner was told of a batch. Throws RangeError where it is nothing that was written so. */
export function readStep(layouts: ToldLayouts, step: StepOf, bytes: Uint8Array): ToldRows {
  const unpacker = new Unpacker(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const rows: { [Name in keyof ToldRows]: object[] } = {
    orders: [],
    triggers: [],
    orderLists: [],
    positions: [],
    options: [],
    balances: [],
    records: [],
  };
  while (!unpacker.isAtEnd) {
    const kind = KINDS[unpacker.integer()];
    if (kind === undefined) throw new RangeError('a step has a row of an unknown kind');
    rows[kind].push(layouts[kind].unpack(unpacker, step));
  }
  return rows as ToldRows;
}
