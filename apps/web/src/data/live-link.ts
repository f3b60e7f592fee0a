/** The live socket as the app uses it; the only file that knows the client's realtime side. */
import type { PrivateEvent } from '@fairlead/contract';

export interface LiveLink {
  /** Delivers until the returned function is called; several listeners share one subscription. */
  subscribe(channel: string, onData: (data: unknown) => void): () => void;
  onEvent(event: PrivateEvent, listener: (data: unknown) => void): () => void;
}
