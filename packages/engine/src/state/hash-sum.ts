/** Adds the hashes of records up, so that their order makes no difference. */
export type HashValue = string | number | bigint | boolean | undefined;

/** What of a row is hashed: a word for its kind, then its fields. */
export type HashRecord = readonly HashValue[];

export class HashSum {
  #low = 0;
  #high = 0;
  #count = 0;

  add(record: HashRecord): void {
    const text = record.map(fieldText).join('');
    this.#low = (this.#low + textHash(text, 0x9e3779b1)) >>> 0;
    this.#high = (this.#high + textHash(text, 0x85ebca6b)) >>> 0;
    this.#count += 1;
  }

  text(): string {
    return [this.#count, this.#high, this.#low].map(hexText).join('');
  }
}

/** Each field carries its length, so that no two records have one text. */
function fieldText(value: HashValue): string {
  const text = String(value);
  return `${text.length}:${text};`;
}

function hexText(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function textHash(text: string, seed: number): number {
  let mixed = seed ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x5bd1e995);
    mixed ^= mixed >>> 15;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
