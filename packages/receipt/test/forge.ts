/** Every way to change one value of a receipt. */
import type { Receipt } from '../src/index.ts';
import { copyOf } from './receipts.ts';

type Node = Record<string, unknown>;

/** Paths of all values that are text or numbers, like `samples.0.sources.2.price`. */
export function leavesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** A copy with one value replaced; undefined takes it away. */
export function withValue(receipt: Receipt, path: string, value: unknown): Receipt {
  const copy = copyOf(receipt);
  const names = path.split('.');
  const last = names.pop() ?? '';
  let node = copy as unknown as Node;
  for (const name of names) node = node[name] as Node;
  if (Array.isArray(node) && value === undefined) node.splice(Number(last), 1);
  else if (value === undefined) delete node[last];
  else node[last] = value;
  return copy;
}

export function valueAt(receipt: Receipt, path: string): unknown {
  let node: unknown = receipt;
  for (const name of path.split('.')) node = (node as Node)[name];
  return node;
}

/** A near value of the same kind, which a forger might choose. */
export function nearby(value: unknown): string | number {
  if (typeof value === 'number') return value + 1;
  const text = String(value);
  if (/^-?\d+(\.\d+)?$/.test(text))
    return text.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`);
  if (/^[0-9a-f]{32,64}$/.test(text))
    return text.replace(/.$/, (digit) => (digit === 'f' ? '0' : 'f'));
  return OTHER_WORDS[text] ?? `${text}x`;
}

const OTHER_WORDS: Readonly<Record<string, string>> = {
  long: 'short',
  short: 'long',
  market: 'limit',
  limit: 'market',
  rise: 'fall',
  fall: 'rise',
  win: 'lose',
  lose: 'win',
  refunded: 'win',
};
