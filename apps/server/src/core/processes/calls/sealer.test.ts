/** Whom a process understands: its own version, the neighbours, and the last one that did not say what it speaks. */
import { createHmac } from 'node:crypto';
import { DefaultSerializer, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { PROTOCOL } from '../protocol.ts';
import { Sealer } from './sealer.ts';

const KEY = new Uint8Array(32);
const PLACE = 'place';
const VALUE = { text: 'as it was', bytes: Buffer.from([1, 2, 3]), big: 2n ** 70n };

/** As any version seals: the code stands before the bytes. */
function sealed(bytes: Buffer): Buffer {
  const hmac = createHmac('sha256', KEY).update(`${PLACE.length} ${PLACE}`).update(bytes);
  return Buffer.concat([hmac.digest().subarray(0, 16), bytes]);
}

function saying(protocol: number): Buffer {
  const writer = new DefaultSerializer();
  writer.writeHeader();
  writer.writeValue(VALUE);
  writer.writeUint32(protocol);
  return sealed(writer.releaseBuffer());
}

test('neighbours are understood, and so is who says no number', () => {
  const foreign: number[] = [];
  const sealer = new Sealer(KEY, (protocol) => foreign.push(protocol));
  expect(sealer.open(PLACE, sealer.seal(PLACE, VALUE))).toEqual(VALUE);
  for (const protocol of [PROTOCOL - 1, PROTOCOL, PROTOCOL + 1])
    expect(sealer.open(PLACE, saying(protocol))).toEqual(VALUE);
  expect(sealer.read(PLACE, sealed(serialize(VALUE)))).toEqual({ value: VALUE, protocol: 1 });
  expect(foreign).toEqual([]);
});

test('who is further away is told of, and not heard', () => {
  const foreign: number[] = [];
  const sealer = new Sealer(KEY, (protocol) => foreign.push(protocol));
  for (const protocol of [PROTOCOL + 2, PROTOCOL + 100])
    expect(sealer.open(PLACE, saying(protocol))).toBeUndefined();
  expect(foreign).toEqual([PROTOCOL + 2, PROTOCOL + 100]);
});

test('what is nested too deeply to be read is refused like a wrong seal', () => {
  // As v8 writes an object with one member, many times over: "o" begins it, a string of one letter, and "{" with a count ends it.
  const depth = 100_000;
  const open = Buffer.from([0x6f, 0x22, 1, 0x61]);
  const close = Buffer.from([0x7b, 1]);
  const bytes = Buffer.concat([
    serialize(null).subarray(0, 2),
    ...Array.from({ length: depth }, () => open),
    Buffer.from([0x30]),
    ...Array.from({ length: depth }, () => close),
  ]);
  expect(new Sealer(KEY).read(PLACE, sealed(bytes))).toBeUndefined();
});

test('a number that was changed on the way breaks the seal', () => {
  const sealer = new Sealer(KEY, () => expect.unreachable());
  const bytes = saying(PROTOCOL);
  bytes.writeUInt8(PROTOCOL + 1, bytes.length - 1);
  expect(sealer.read(PLACE, bytes)).toBeUndefined();
});
