/** Values as text, for answers and comparisons: bigint as decimal text. */
const plain = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

export const textOf = (value: unknown): string => JSON.stringify(value, plain);
