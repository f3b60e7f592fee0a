/** What the two rows of a transfer must say of one another, and which of it a declared loss explains. Pure. */
import type { EngineName } from '../../core/config/engines.ts';
import { keeperOf, senderOf } from '../shares.ts';
import type { LostRange, Received, Sent, TransferFacts } from './queries.ts';

/** One transfer of which the two sides do not say the same. */
export interface Fault {
  readonly kind: /** Credited, and the sender has no row of it. */
    | 'not_sent'
    /** Over, and the other side has no row of it. */
    | 'not_credited'
    /** Came back, and the other side has no row of it: whoever came late could be credited. */
    | 'not_refused'
    /** Credited there, and came back here. */
    | 'in_both'
    /** Refused there, and over here. */
    | 'in_neither'
    /** The same number, other facts. */
    | 'differs';
  readonly facts: TransferFacts;
  readonly sent?: Sent;
  readonly received?: Received;
  /** When the row came where the sender has none. */
  readonly receivedAtMs?: number;
  readonly sender: EngineName;
  readonly receiver: EngineName;
}

const FACTS = ['owner', 'source', 'target', 'currencyId', 'amount'] as const;

const fault = (
  kind: Fault['kind'],
  facts: TransferFacts,
  sent: Sent | undefined,
  received?: Received,
): Fault => ({
  kind,
  facts,
  ...(sent !== undefined && { sent }),
  ...(received !== undefined && { received }),
  sender: senderOf(facts.transferId),
  receiver: keeperOf(facts.target),
});

/** Of rows that were read in the order of cause and effect backwards: what is missing will not come (growth.md). */
export function faultOf(sent: Sent | undefined, received: Received | undefined): Fault | undefined {
  const facts = sent ?? received;
  if (facts === undefined) return undefined;
  if (sent !== undefined && received !== undefined) {
    if (FACTS.some((name) => sent[name] !== received[name]))
      return fault('differs', facts, sent, received);
    if (sent.status === 'back' && received.status === 'credited')
      return fault('in_both', facts, sent, received);
    if (sent.status === 'done' && received.status === 'refused')
      return fault('in_neither', facts, sent, received);
    return undefined;
  }
  // What was refused and is forgotten where it left is nobody's: the money is where it was.
  if (received !== undefined) {
    if (received.status !== 'credited') return undefined;
    return { ...fault('not_sent', received, undefined, received), receivedAtMs: received.timeMs };
  }
  if (sent?.status === 'sent') return undefined;
  return fault(sent?.status === 'back' ? 'not_refused' : 'not_credited', facts, sent);
}

/** Clocks of two machines may be apart by as much. */
const CLOCKS_APART_MS = 60_000;

/**
 * Whose declared loss took the row that is missing; undefined where none of `lost` explains it: those since which an engine was
 * not compared with the others. What came after such a loss was declared none had lost.
 */
export function loserOf(
  { kind, facts: { transferId }, sent, receivedAtMs = 0, sender, receiver }: Fault,
  lost: (name: EngineName) => readonly LostRange[],
): EngineName | undefined {
  if (kind === 'not_sent') {
    const isLost = lost(sender).some(
      ({ entryFrom, entryTo, toMs }) =>
        transferId >= entryFrom && transferId <= entryTo && receivedAtMs <= toMs + CLOCKS_APART_MS,
    );
    return isLost ? sender : undefined;
  }
  if (sent === undefined || (kind !== 'not_credited' && kind !== 'not_refused')) return undefined;
  // It was written there at some time between.
  const [from, to] = [sent.timeMs - CLOCKS_APART_MS, (sent.endedAtMs ?? 0) + CLOCKS_APART_MS];
  const isLost = lost(receiver).some(({ fromMs, toMs }) => fromMs <= to && toMs >= from);
  return isLost ? receiver : undefined;
}
