import { describe, expect, test } from 'vitest';
import { drawnSize } from './smaller-picture.ts';

describe('the size that a picture is drawn at', () => {
  test.each([
    [
      [640, 400],
      [640, 400],
    ],
    [
      [2400, 2400],
      [2400, 2400],
    ],
    [
      [4032, 3024],
      [2400, 1800],
    ],
    [
      [3024, 4032],
      [1800, 2400],
    ],
    [
      [90_000, 10],
      [2400, 1],
    ],
  ] as const)('of %j is %j', ([width, height], drawn) => {
    expect(drawnSize(width, height)).toEqual(drawn);
  });
});
