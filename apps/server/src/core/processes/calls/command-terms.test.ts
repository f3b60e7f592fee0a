/** What engines of the version before are never sent. */
import { expect, test } from 'vitest';
import { TERMS } from '../protocol.ts';
import type { Asks } from './command-packing.ts';
import { termsOf } from './command-terms.ts';

const asking = (command: object): Asks => ({ kind: 'one', asked: { command } }) as never;

test.each([
  ['a conversion', { kind: 'convert', owner: 1 }, TERMS],
  ['an order as there always were', { kind: 'place_order', owner: 1 }, 0],
  ['one that shows a part of itself', { kind: 'place_order', owner: 1, display: 5 }, TERMS],
])('%s asks for %o', (_name, command, terms) => expect(termsOf(asking(command))).toBe(terms));
