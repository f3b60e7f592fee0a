/** What must hold of accounts that are one person's: their money goes among them and nowhere else, and they never trade with one another. */
import type { PostingRow } from '@fairlead/engine';
import type { BatchRecord } from '../records.ts';
import type { MemoryTables } from '../store/memory-tables.ts';
import { textOf } from '../texts.ts';
import { must } from '../violation.ts';

/** Written out, for it is what is checked: the lower 28 bits. */
export const FAMILY_STEP = 268_435_456;
const familyOf = (owner: number): number => owner % FAMILY_STEP;

export class FamilyRules {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  committed({ executed, changes }: BatchRecord): void {
    const moved = new Set<number>();
    for (const { command, result } of executed) {
      if (command.kind !== 'move_in_family' || !result.ok) continue;
      must(
        familyOf(command.owner) === familyOf(command.targetOwner),
        'money of a family stays in it',
        () => textOf({ command, result }),
      );
      if (result.value.kind === 'entry') moved.add(result.value.entryId);
    }
    const entries = changes.entries.filter(({ reason }) => reason === 'family_transfer');
    for (const entry of entries) {
      const postings = changes.postings.filter(({ entryId }) => entryId === entry.entryId);
      must(moved.has(entry.entryId) && isMove(postings), 'a move has two sides of one family', () =>
        textOf({ entry, postings }),
      );
    }
    must(entries.length === moved.size, 'each move is one entry', () => textOf([...moved]));
    for (const trade of changes.trades) {
      const owners = [trade.makerOrderId, trade.takerOrderId].map((id) =>
        Number(this.#tables.table('orders').find(BigInt(id))?.['owner_id']),
      );
      const [maker = 0, taker = 0] = owners.map(familyOf);
      must(maker !== taker, 'a family never trades with itself', () => textOf({ trade, owners }));
    }
  }
}

/** The same amount of the same, out of one account and into another of the same kind. */
function isMove(postings: readonly PostingRow[]): boolean {
  const [source, target] = postings;
  if (source === undefined || target === undefined || postings.length !== 2) return false;
  return (
    source.amount === -target.amount &&
    source.currencyId === target.currencyId &&
    source.account === target.account &&
    source.owner !== target.owner &&
    source.owner !== 0 &&
    familyOf(source.owner) === familyOf(target.owner)
  );
}
