/**
 * On whose word alone there is money at an owner. Whoever passed an owner's claim alone never lets that owner's money
 * out alone; and until the holding time ends neither does he for anybody whom the money may have reached: the ledger
 * sees trades between two owners and fees that are shared with an inviter. It does not see through the house: what one
 * owner loses to it and another wins from it is not followed.
 */

import type { OwnerId } from '../terms.ts';
import type { VouchRow } from './rows.ts';

type Vouch = Pick<VouchRow, 'untilMs' | 'isOwn'>;

export class Vouches {
  /** By owner, then by operator; owners without any are left out. */
  readonly #of = new Map<OwnerId, Map<number, Vouch>>();
  #changed = new Map<string, VouchRow>();

  /** Whether this operator may not let the owner's money out alone. */
  has(owner: OwnerId, operatorId: number, nowMs: number): boolean {
    const vouch = this.#of.get(owner)?.get(operatorId);
    return vouch !== undefined && (vouch.isOwn || vouch.untilMs > nowMs);
  }

  /** An operator passed a claim of the owner alone. */
  add(owner: OwnerId, operatorId: number, untilMs: number): void {
    this.#set(owner, operatorId, { untilMs, isOwn: true });
  }

  /** Two owners traded: what came to either may be at the other now. */
  meet(one: OwnerId, other: OwnerId, nowMs: number): void {
    if (this.#of.size === 0 || one === other) return;
    this.pass(one, other, nowMs);
    this.pass(other, one, nowMs);
  }

  /** Money went from one owner to another. */
  pass(from: OwnerId, to: OwnerId, nowMs: number): void {
    const vouches = this.#of.get(from);
    if (vouches === undefined || from === to) return;
    for (const [operatorId, { untilMs }] of vouches) {
      if (untilMs > nowMs) this.#set(to, operatorId, { untilMs, isOwn: false });
    }
  }

  /** Money of one or more of those that are meant came to an owner, and nobody says of whom. */
  passFromAny(isMeant: (from: OwnerId) => boolean, to: OwnerId, nowMs: number): void {
    for (const from of [...this.#of.keys()]) if (isMeant(from)) this.pass(from, to, nowMs);
  }

  /** Those that bind after a time, by owner and operator. */
  rows(nowMs: number): VouchRow[] {
    const rows: VouchRow[] = [];
    for (const [owner, vouches] of this.#of) {
      for (const [operatorId, vouch] of vouches) {
        if (vouch.isOwn || vouch.untilMs > nowMs) rows.push({ owner, operatorId, ...vouch });
      }
    }
    return rows.sort(
      (left, right) => left.owner - right.owner || left.operatorId - right.operatorId,
    );
  }

  takeChanged(): VouchRow[] {
    if (this.#changed.size === 0) return [];
    const rows = [...this.#changed.values()];
    this.#changed = new Map();
    return rows;
  }

  restore(rows: readonly VouchRow[]): void {
    for (const { owner, operatorId, untilMs, isOwn } of rows) {
      this.#set(owner, operatorId, { untilMs, isOwn });
    }
    this.takeChanged();
  }

  /** The longer time holds, and what was once the owner's own stays so. */
  #set(owner: OwnerId, operatorId: number, vouch: Vouch): void {
    const vouches = this.#of.get(owner) ?? new Map<number, Vouch>();
    const known = vouches.get(operatorId);
    const untilMs = Math.max(vouch.untilMs, known?.untilMs ?? 0);
    const isOwn = vouch.isOwn || known?.isOwn === true;
    if (known?.untilMs === untilMs && known.isOwn === isOwn) return;
    vouches.set(operatorId, { untilMs, isOwn });
    this.#of.set(owner, vouches);
    this.#changed.set(`${owner} ${operatorId}`, { owner, operatorId, untilMs, isOwn });
  }
}
