/** A new version of the app, from being found to being let in. Nothing reloads unless it was tapped. */

export type UpdateState =
  /** The newest that is known. */
  | { readonly phase: 'current' }
  /** A new one is there and offered. `isInControl`: another tab has let it in already. */
  | { readonly phase: 'ready'; readonly isInControl: boolean }
  /** Tapped while a call that changes something runs: it is waited for. */
  | { readonly phase: 'held'; readonly isInControl: boolean }
  /** The new worker has been told to take over. */
  | { readonly phase: 'applying' }
  | { readonly phase: 'reloading' };

export type UpdateEvent =
  /** A worker of a new version has been installed and waits. */
  | { readonly kind: 'found' }
  /** A worker of a new version answers this page from now on. */
  | { readonly kind: 'controlled' }
  /** A person wants it. */
  | { readonly kind: 'asked'; readonly isBusy: boolean }
  /** No call that changes anything runs any more. */
  | { readonly kind: 'settled' };

export const initialUpdate: UpdateState = { phase: 'current' };

const apply = (isInControl: boolean): UpdateState =>
  isInControl ? { phase: 'reloading' } : { phase: 'applying' };

export function reduceUpdate(state: UpdateState, event: UpdateEvent): UpdateState {
  const { phase } = state;
  switch (event.kind) {
    case 'found':
      // A newer one than that which another tab let in has to be let in again.
      if (phase === 'current' || phase === 'ready') return { phase: 'ready', isInControl: false };
      return phase === 'held' ? { phase: 'held', isInControl: false } : state;
    case 'controlled':
      if (phase === 'applying') return { phase: 'reloading' };
      if (phase === 'held') return { phase: 'held', isInControl: true };
      return phase === 'reloading' ? state : { phase: 'ready', isInControl: true };
    case 'asked':
      if (phase !== 'ready') return state;
      return event.isBusy ? { ...state, phase: 'held' } : apply(state.isInControl);
    case 'settled':
      return phase === 'held' ? apply(state.isInControl) : state;
  }
}
