/** Frames: what is written is read, and what was not written so is refused alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Packer, Unpacker } from './packing.ts';

const integers = fc.maxSafeNat();
const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
const frames = fc.array(fc.tuple(integers, texts, fc.uint8Array({ maxLength: 9_000 })), {
  maxLength: 20,
});

describe('what is packed', () => {
  test('is unpacked, whatever its size', () => {
    fc.assert(
      fc.property(frames, (all) => {
        const packer = new Packer();
        for (const [integer, text, bytes] of all)
          packer.frame(() => {
            packer.integer(integer);
            packer.text(text);
            packer.bytes(bytes);
          });
        expect(packer.isEmpty).toBe(all.length === 0);
        const read = [...new Unpacker(packer.packed()).frames()].map((frame) => {
          const values = [frame.integer(), frame.text(), new Uint8Array(frame.bytes())];
          expect(frame.isAtEnd).toBe(true);
          return values;
        });
        expect(read).toEqual(all);
      }),
    );
  });

  test('at each bound of an integer is exact', () => {
    const bounds = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER];
    const packer = new Packer();
    packer.frame(() => {
      for (const bound of bounds) packer.integer(bound);
    });
    const [frame] = new Unpacker(packer.packed()).frames();
    expect(bounds.map(() => frame?.integer())).toEqual(bounds);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])(
    '%s is no integer, and its frame leaves nothing',
    (value) => {
      const packer = new Packer();
      packer.frame(() => packer.integer(7));
      const before = Buffer.from(packer.packed());
      expect(() =>
        packer.frame(() => {
          packer.text('begun');
          packer.integer(value);
        }),
      ).toThrow(RangeError);
      expect(packer.packed()).toEqual(before);
    },
  );
});

describe('what nobody packed', () => {
  test('ends in a RangeError and never reads beyond its frame', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        for (const frame of new Unpacker(Buffer.from(bytes)).frames())
          for (const read of ['integer', 'text', 'bytes'] as const)
            try {
              frame[read]();
            } catch (error) {
              expect(error).toBeInstanceOf(RangeError);
            }
      }),
    );
  });

  test('a frame that lies about its length hides no other before it', () => {
    const packer = new Packer();
    for (const value of [1, 2, 3]) packer.frame(() => packer.integer(value));
    const bytes = Buffer.from(packer.packed());
    bytes.writeUInt32LE(0xffff_ffff, 10);
    expect([...new Unpacker(bytes).frames()].map((frame) => frame.integer())).toEqual([1, 2]);
  });

  test('an integer of too many bytes, or beyond the exact ones, is none', () => {
    for (const bytes of [Array<number>(9).fill(0xff), [...Array<number>(7).fill(0xff), 0x7f]])
      expect(() => new Unpacker(Buffer.from(bytes)).integer()).toThrow(RangeError);
  });
});
