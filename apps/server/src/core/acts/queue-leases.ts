/**
 * Who has a record of a queue open, so that two do not work on one. A courtesy, not a lock: deciding is
 * guarded where it happens. Kept in memory, as one process serves the console.
 */
import type { Queue } from '@fairlead/contract';
import { NewestMap } from '@fairlead/units';
import { QUEUE_LEASE_MS, QUEUE_LEASES_MAX } from '../http/limits.ts';

export interface OpenBy {
  readonly operator_id: number;
  readonly operator: string;
  /** Milliseconds since 1970 UTC. */
  readonly since: number;
}

interface Lease extends OpenBy {
  readonly endsAtMs: number;
}

const keyOf = (queue: Queue, id: number): string => `${queue} ${id}`;

export class QueueLeases {
  readonly #clock: { now(): number };
  readonly #leases = new NewestMap<string, Lease>(QUEUE_LEASES_MAX);

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  /** Who has the record open now. */
  of(queue: Queue, id: number): OpenBy | undefined {
    const lease = this.#leases.get(keyOf(queue, id));
    if (lease === undefined || lease.endsAtMs <= this.#clock.now()) return undefined;
    const { operator_id, operator, since } = lease;
    return { operator_id, operator, since };
  }

  /** Opens a record, or keeps it open, unless another has; answers who has it. */
  open(queue: Queue, id: number, operator: { readonly id: number; readonly name: string }): OpenBy {
    const present = this.of(queue, id);
    if (present !== undefined && present.operator_id !== operator.id) return present;
    const nowMs = this.#clock.now();
    const mine = {
      operator_id: operator.id,
      operator: operator.name,
      since: present?.since ?? nowMs,
    };
    const key = keyOf(queue, id);
    this.#leases.delete(key);
    this.#leases.set(key, { ...mine, endsAtMs: nowMs + QUEUE_LEASE_MS });
    return mine;
  }

  /** Closes a record that this operator has open. */
  close(queue: Queue, id: number, operatorId: number): void {
    if (this.of(queue, id)?.operator_id === operatorId) this.#leases.delete(keyOf(queue, id));
  }
}
