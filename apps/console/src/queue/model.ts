/**
 * What is chosen, what is open and how far a decision has come. A record that leaves the list while it is open
 * stays open, so that a key never decides another one than the operator was reading.
 */

/** `view` reads; the others are the forms under a record. */
export type Step = 'view' | 'approve' | 'reject' | 'sent' | 'refund' | 'resend';

export interface QueueState {
  readonly selectedId: number | undefined;
  readonly openId: number | undefined;
  readonly step: Step;
}

export type QueueEvent =
  | { readonly kind: 'select'; readonly id: number }
  | { readonly kind: 'open'; readonly id: number }
  | { readonly kind: 'begin'; readonly step: Step }
  /** Out of a form, else out of the record. */
  | { readonly kind: 'back' }
  | { readonly kind: 'close' }
  /** The record was decided here; `ids` is the list it stood in. */
  | { readonly kind: 'decided'; readonly id: number; readonly ids: readonly number[] }
  /** The list was read again: what it was and what it is. */
  | { readonly kind: 'listed'; readonly before: readonly number[]; readonly now: readonly number[] }
  /** Another list: another tab, filter or page. */
  | { readonly kind: 'reset' };

export const NOTHING_OPEN: QueueState = { selectedId: undefined, openId: undefined, step: 'view' };

export interface QueueRules {
  /** Whether an open record gives way to the next one chosen; false where each look is counted. */
  readonly follows: boolean;
}

export function queueReducer(
  state: QueueState,
  event: QueueEvent,
  { follows }: QueueRules,
): QueueState {
  switch (event.kind) {
    case 'select':
      // In the middle of a decision no key leads elsewhere.
      if (state.step !== 'view' || state.selectedId === event.id) return state;
      return moved(state, event.id, follows);
    case 'open':
      return { selectedId: event.id, openId: event.id, step: 'view' };
    case 'begin':
      return state.openId === undefined ? state : { ...state, step: event.step };
    case 'back':
      return state.step === 'view' ? { ...state, openId: undefined } : { ...state, step: 'view' };
    case 'close':
      return { ...state, openId: undefined, step: 'view' };
    case 'decided': {
      if (state.openId !== event.id) return state;
      const next = neighbour(event.ids, event.id);
      const isOpen = follows && next !== undefined;
      return { selectedId: next, openId: isOpen ? next : undefined, step: 'view' };
    }
    case 'listed':
      return relisted(state, event);
    case 'reset':
      return NOTHING_OPEN;
  }
}

function moved(state: QueueState, id: number, follows: boolean): QueueState {
  if (state.openId === undefined) return { ...state, selectedId: id };
  return { selectedId: id, openId: follows ? id : undefined, step: 'view' };
}

/** The row after, else the row before; undefined when it was the only one. */
function neighbour(ids: readonly number[], id: number): number | undefined {
  const at = ids.indexOf(id);
  return at < 0 ? ids[0] : (ids[at + 1] ?? ids[at - 1]);
}

function relisted(
  state: QueueState,
  { before, now }: Extract<QueueEvent, { kind: 'listed' }>,
): QueueState {
  const { selectedId, openId } = state;
  if (selectedId === undefined || selectedId === openId || now.includes(selectedId)) return state;
  const place = Math.max(0, before.indexOf(selectedId));
  return { ...state, selectedId: now[Math.min(place, now.length - 1)] };
}
