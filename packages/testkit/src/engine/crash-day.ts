/** The crash of 12 March 2020 as a path of prices; ../../data/README.md says where it was recorded. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { assert, type PriceE8, parseDecimal, priceE8 } from '@fairlead/units';

const FILE = new URL('../../data/btcusdt-1m-2020-03-12.csv.gz', import.meta.url);
const HEADER = 'time,open,high,low,close,volume';

/**
 * Four prices a minute: how it opened, its low and its high, and how it closed. Which of low and high came first is not
 * recorded; the one nearer to the open is taken first.
 */
export function crashDay(): PriceE8[] {
  const [header, ...lines] = gunzipSync(readFileSync(FILE)).toString().trim().split('\n');
  assert(header === HEADER, 'the columns are known');
  return lines.flatMap((line) => {
    const [open, high, low, close] = line.split(',').slice(1, 5).map(priceOf);
    assert(open !== undefined && high !== undefined, 'a minute has an open and a high');
    assert(low !== undefined && close !== undefined, 'a minute has a low and a close');
    return high - open < open - low ? [open, high, low, close] : [open, low, high, close];
  });
}

function priceOf(text: string): PriceE8 {
  const value = parseDecimal(text, 8);
  assert(value !== undefined, `a number with eight decimals: ${text}`);
  return priceE8(value);
}
