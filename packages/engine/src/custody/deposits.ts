/** Deposits under review, and the outputs of the latest chain deposits. Decided ones are in the tables only. */
import { assert, NewestSet } from '@fairlead/units';
import { REFERENCES_MAX } from '../limits.ts';
import { ChangedRows } from '../table/changed-rows.ts';
import type { OwnerId } from '../terms.ts';
import { type DepositRow, isHeldDeposit } from './rows.ts';

/** What names a chain deposit: one output of one transaction. */
export interface ChainOutput {
  readonly chain: string;
  readonly txId: string;
  readonly outputIndex: number;
}

export class Deposits {
  readonly #rows = new Map<number, DepositRow>();
  readonly #changed = new ChangedRows<DepositRow>();
  /** Claims under review by owner; owners without any are left out. */
  readonly #claims = new Map<OwnerId, number>();
  /** Ids of deposits in suspense by owner, currency and chain; groups without any are left out. */
  readonly #suspended = new Map<string, Set<number>>();
  /** Outputs of the latest chain deposits that were not orphaned. */
  readonly #outputs = new NewestSet<string>(REFERENCES_MAX);

  find(depositId: number): DepositRow | undefined {
    return this.#rows.get(depositId);
  }

  /** Claims of an owner that are under review. */
  claims(owner: OwnerId): number {
    return this.#claims.get(owner) ?? 0;
  }

  hasOutput(output: ChainOutput): boolean {
    return this.#outputs.has(outputName(output));
  }

  /** Suspended deposits of the same owner, currency and chain, oldest first. */
  suspendedLike(row: DepositRow): DepositRow[] {
    const rows: DepositRow[] = [];
    for (const depositId of this.#suspended.get(groupName(row)) ?? []) {
      const suspended = this.#rows.get(depositId);
      assert(suspended !== undefined, 'a suspended deposit is under review');
      rows.push(suspended);
    }
    return rows;
  }

  add(row: DepositRow): void {
    this.#keep(row);
    const output = outputOf(row);
    if (output !== undefined) this.#outputs.add(outputName(output));
    this.#changed.set(row.depositId, row);
  }

  /** Takes the next state of a deposit under review; a decided one is forgotten. */
  replace(row: DepositRow): void {
    const known = this.#rows.get(row.depositId);
    assert(known !== undefined, 'a deposit that is decided is known');
    this.#forget(known);
    if (row.status === 'under_review') this.#keep(row);
    this.noteDecided(row);
  }

  /** Takes the state of a deposit that was decided before, too. */
  noteDecided(row: DepositRow): void {
    const output = outputOf(row);
    if (output !== undefined && row.reason === 'orphaned') this.#outputs.delete(outputName(output));
    this.#changed.set(row.depositId, row);
  }

  /** All under review, by id. */
  rows(): DepositRow[] {
    return [...this.#rows.values()].sort((left, right) => left.depositId - right.depositId);
  }

  /** Those that changed since the last call, each once, in the order of first change. */
  takeChanged(): DepositRow[] {
    return this.#changed.take();
  }

  /** Names of outputs, oldest first, in the form that `restore` takes. */
  outputs(): string[] {
    return [...this.#outputs];
  }

  /** Puts stored rows back, in the order of their ids. */
  restore(rows: readonly DepositRow[], outputs: readonly string[] | undefined): void {
    for (const output of outputs ?? []) this.#outputs.add(output);
    for (const row of rows) {
      assert(row.status === 'under_review', 'only deposits under review are restored');
      assert(!this.#rows.has(row.depositId), 'a deposit is restored once');
      this.#keep(row);
      const output = outputOf(row);
      if (outputs === undefined && output !== undefined) this.#outputs.add(outputName(output));
    }
  }

  /** Recounts claims and suspended deposits. */
  checkCounts(): void {
    let claims = 0;
    let suspended = 0;
    for (const count of this.#claims.values()) claims += count;
    for (const ids of this.#suspended.values()) suspended += ids.size;
    for (const row of this.#rows.values()) {
      assert(row.status === 'under_review', 'decided deposits are forgotten');
      if (isClaim(row)) claims -= 1;
      const isGrouped = this.#suspended.get(groupName(row))?.has(row.depositId) ?? false;
      assert(isInSuspense(row) === isGrouped, 'suspended deposits are found by what they are of');
      if (isGrouped) suspended -= 1;
    }
    assert(claims === 0 && suspended === 0, 'claims and suspended deposits are counted');
  }

  #keep(row: DepositRow): void {
    this.#rows.set(row.depositId, row);
    if (isClaim(row)) this.#claims.set(row.owner, this.claims(row.owner) + 1);
    if (!isInSuspense(row)) return;
    const group = this.#suspended.get(groupName(row)) ?? new Set();
    this.#suspended.set(groupName(row), group.add(row.depositId));
  }

  #forget(row: DepositRow): void {
    this.#rows.delete(row.depositId);
    if (isClaim(row)) {
      const claims = this.claims(row.owner) - 1;
      if (claims === 0) this.#claims.delete(row.owner);
      else this.#claims.set(row.owner, claims);
    }
    const group = this.#suspended.get(groupName(row));
    if (group?.delete(row.depositId) && group.size === 0) this.#suspended.delete(groupName(row));
  }
}

/** For its amount alone: more of its kind lets it out. */
const isInSuspense = (row: DepositRow): boolean => row.isSuspended && !isHeldDeposit(row);

const isClaim = ({ depositKind }: DepositRow): boolean => depositKind !== 'chain';

/** The output of a chain deposit; claims name none. */
function outputOf({ depositKind, chain, txId, outputIndex }: DepositRow): ChainOutput | undefined {
  if (depositKind !== 'chain') return undefined;
  assert(
    chain !== undefined && txId !== undefined && outputIndex !== undefined,
    'a chain deposit has an output',
  );
  return { chain, txId, outputIndex };
}

const outputName = ({ chain, txId, outputIndex }: ChainOutput): string =>
  `${chain}:${txId}:${outputIndex}`;

const groupName = ({ owner, currencyId, chain }: DepositRow): string =>
  `${owner} ${currencyId} ${chain ?? ''}`;
