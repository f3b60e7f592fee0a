/**
 * Heads of the chain of receipts as people keep them: how many receipts there were, and the last one's hash. One line of
 * them stands in mails, messages and git files, and is found again in any text.
 */
export interface Head {
  /** Receipts up to then: the id of the last. */
  readonly count: number;
  /** 64 hex digits. */
  readonly hash: string;
}

/** As it stands in mails and files. */
export const headLine = ({ count, hash }: Head): string => `receipts: ${count} ${hash}`;

/** Every head that a text has a line of, in their order; lines may be quoted or wrapped as mails are. */
export function readHeadLines(text: string): readonly Head[] {
  return [
    ...text.matchAll(/receipts:\s+(?:>\s*)*([1-9]\d{0,14})\s+(?:>\s*)*([0-9a-f]{64})\b/g),
  ].map(([, count, hash]) => ({ count: Number(count), hash: String(hash) }));
}

/** What a server says of its chain: where it ends, and its hash at the counts that were asked. */
export interface ChainSaid {
  readonly count: number;
  readonly list: readonly Head[];
}

/** A head that is not the chain's any more. */
export interface BrokenHead extends Head {
  /** The hash that the chain has there now; absent where it ends before. */
  readonly now?: string;
}

/** Which of the kept heads the chain does not have now. A count that was not answered is one that it does not have. */
export function brokenHeads(kept: readonly Head[], said: ChainSaid): readonly BrokenHead[] {
  const now = new Map(said.list.map(({ count, hash }) => [count, hash]));
  return kept.flatMap((head) => {
    const hash = now.get(head.count);
    if (hash === head.hash) return [];
    return [{ ...head, ...(hash !== undefined && { now: hash }) }];
  });
}
