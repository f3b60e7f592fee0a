/** What speaks for or against deposits and withdrawals under review, looked up beside them for who decides. */
import type { ReviewCheck } from '@fairlead/contract';
import { type Guards, guardChecks, guardsOf, isYoung } from '../identity/users/index.ts';
import type { CustodyNeeds } from './needs.ts';
import type { QueuedDeposit, QueuedWithdrawal } from './operator-queries.ts';

export type ChecksNeeds = Pick<
  CustodyNeeds,
  'bankCards' | 'clock' | 'database' | 'reconciler' | 'verification'
>;

/** The checks of records, by the record's number; decided ones have none. */
export type Checks = ReadonlyMap<number, ReviewCheck[]>;

export async function depositChecks(
  needs: ChecksNeeds,
  list: readonly QueuedDeposit[],
): Promise<Checks> {
  // What a watcher saw is decided by its chain.
  const open = list.filter(
    ({ row }) => row.status === 'under_review' && row.depositKind !== 'chain',
  );
  const of = await ownerChecks(needs, open);
  return new Map(
    open.map(({ row, isProofRepeated }): [number, ReviewCheck[]] => [
      row.depositId,
      [{ check: 'picture', state: isProofRepeated ? 'look' : 'passed' }, ...of(row.owner)],
    ]),
  );
}

export async function withdrawalChecks(
  needs: ChecksNeeds,
  list: readonly QueuedWithdrawal[],
): Promise<Checks> {
  const open = list.filter(({ row }) => row.status === 'under_review');
  const of = await ownerChecks(needs, open);
  const nowMs = needs.clock.now();
  const cards = await cardChecks(needs, open);
  const entries = open.map((queued): [number, ReviewCheck[]] => {
    const { row, destinationSavedAtMs: savedAtMs } = queued;
    const destination: ReviewCheck = {
      check: 'destination',
      state: savedAtMs === undefined ? 'unknown' : isYoung(savedAtMs, nowMs) ? 'look' : 'passed',
      ...(savedAtMs !== undefined && { time: savedAtMs }),
    };
    return [row.withdrawalId, [destination, ...cards(queued), ...of(row.owner)]];
  });
  return new Map(entries);
}

/** Of the books, and of who owns a record. */
async function ownerChecks(
  { clock, database, reconciler }: ChecksNeeds,
  list: readonly { readonly row: { readonly owner: number } }[],
): Promise<(owner: number) => ReviewCheck[]> {
  const owners = list.map(({ row }) => row.owner);
  const guards: ReadonlyMap<number, Guards> = await guardsOf(database, owners);
  const atMs = reconciler.results.get('quick')?.atMs;
  const books: ReviewCheck =
    atMs === undefined
      ? { check: 'books', state: reconciler.isSound ? 'unknown' : 'look' }
      : { check: 'books', state: reconciler.isSound ? 'passed' : 'look', time: atMs };
  return (owner) => {
    const known = guards.get(owner);
    return known === undefined ? [books] : [books, ...guardChecks(known, clock.now())];
  };
}

/** Whether a bank card is in the name that was verified. The names themselves stay behind their masks. */
async function cardChecks(
  { bankCards, verification }: ChecksNeeds,
  list: readonly QueuedWithdrawal[],
): Promise<(queued: QueuedWithdrawal) => ReviewCheck[]> {
  const paid = list.flatMap(({ row: { destination, owner } }) =>
    destination.kind === 'bank' ? [{ cardId: destination.cardId, owner }] : [],
  );
  const [cards, names] = await Promise.all([
    bankCards.fullOf(paid.map(({ cardId }) => cardId)),
    verification.verifiedNames(paid.map(({ owner }) => owner)),
  ]);
  return ({ row: { destination, owner } }) => {
    if (destination.kind !== 'bank') return [];
    const [card, name] = [cards.get(destination.cardId), names.get(owner)];
    if (card === undefined || name === undefined) return [{ check: 'card_name', state: 'unknown' }];
    return [{ check: 'card_name', state: isSameName(card.full_name, name) ? 'passed' : 'look' }];
  };
}

/** Whatever the order, case, accents' encoding and punctuation of their words. */
export const isSameName = (one: string, other: string): boolean =>
  wordsOf(one).join(' ') === wordsOf(other).join(' ');

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted();
