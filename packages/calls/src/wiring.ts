/** What an app gives once, near its root, so that every read, action and list below knows whose calls these are. */
import type { ApiError, CallOptions } from '@fairlead/client';
import type { RequestOf, ResponseOf, RouteName } from '@fairlead/contract';
import { createContext, type ReactNode, useContext } from 'react';

/** Calls a route by its name. */
export type Call = <Name extends RouteName>(
  name: Name,
  request: RequestOf<Name>,
  options?: CallOptions,
) => Promise<ResponseOf<Name>>;

export interface Failure {
  /** What happened. */
  readonly text: ReactNode;
  /** Small below it. */
  readonly detail?: ReactNode;
}

export interface CallsWiring {
  readonly call: Call;
  /** Whether a route may be asked now: what needs a user is held back for guests. */
  readonly mayAsk?: (name: RouteName) => boolean;
  /** What the cache remembers of a route's answers. */
  readonly metaOf?: (name: RouteName) => Readonly<Record<string, unknown>>;
  /** Calls that keep their idempotency key until their outcome is known: those that move money. */
  readonly keepsKey?: (name: RouteName) => boolean;
  /** Who is logged in: what one of them left open is nobody else's. */
  readonly callerId?: () => string | undefined;
  readonly onDone?: (name: RouteName) => void;
  /** Before anything is said of a failed action: some mean that what is shown is out of date. */
  readonly onFailed?: (error: ApiError, invalidates: readonly RouteName[]) => void;
  /** Says in a toast why an action failed, below what did not happen. */
  readonly say: (error: ApiError, failedText: string | undefined) => void;
  /** How a read that failed is shown in its place; `failed` is what the place itself says of it. */
  readonly describe: (error: unknown, failed: ReactNode) => Failure;
  readonly word: (word: 'loading' | 'retry' | 'more') => string;
}

const CallsContext = createContext<CallsWiring | undefined>(undefined);

export const CallsProvider = CallsContext.Provider;

export function useWiring(): CallsWiring {
  const wiring = useContext(CallsContext);
  if (wiring === undefined) throw new Error('calls outside of CallsProvider');
  return wiring;
}
