import { expect, test } from 'vitest';
import { csv } from './csv.ts';

test('lines as RFC 4180 has them', () => {
  expect(
    csv(
      ['a', 'b'],
      [
        ['1', 'x,y'],
        ['say "hi"', 'two\nlines'],
        [undefined, true],
      ],
    ),
  ).toBe('a,b\r\n1,"x,y"\r\n"say ""hi""","two\nlines"\r\n,true\r\n');
});

test.each([
  ['=cmd|"/c calc"!A0', `"'=cmd|""/c calc""!A0"`],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['-1.50', '-1.50'],
  ['-12', '-12'],
  ['a=1', 'a=1'],
])('L6: %j is written as %j, which runs nothing', (cell, written) => {
  expect(csv([], [[cell]])).toBe(`\r\n${written}\r\n`);
});
