/** The socket's messages as Socket.IO types them. */
import type {
  Ack,
  CallAck,
  DataMessage,
  Language,
  PrivateData,
  SocketCall,
  Step,
  StepGapMessage,
} from '@fairlead/contract';
import type { Server, Socket } from 'socket.io';
import type { EngineName } from '../core/config/engines.ts';

type Reply = (ack: Ack | CallAck) => void;

type ClientEvents = {
  readonly [Name in 'login' | 'subscribe' | 'unsubscribe' | 'cancel_on_disconnect' | SocketCall]: (
    request: unknown,
    reply: unknown,
  ) => void;
};
export type PrivateEvents = { [Name in keyof PrivateData]: (data: PrivateData[Name]) => void };
interface ServerEvents extends PrivateEvents {
  data(message: DataMessage): void;
  step(step: Step): void;
  step_gap(gap: StepGapMessage): void;
  session_ended(): void;
}

/** Who a socket is, once it has logged in. */
export interface SocketSession {
  readonly userId: number;
  readonly sessionKey: string;
  readonly expiresAtMs: number;
  readonly language: Language;
  /** Whether it is told of what is its user's own. */
  readonly isTold: boolean;
  /** Whether it is told of it in steps: of every engine, or of the home's alone. */
  readonly isNumbered: boolean;
  readonly areAllNumbered: boolean;
  /** Of which engines it is told what was before: what comes now waits behind it. */
  readonly behind: Map<EngineName, Step[]>;
}
interface SocketData {
  session?: SocketSession;
}
export type LiveServer = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

/** Whether a socket is told what an engine did in steps. */
export const isCounting = (session: SocketSession | undefined, engine: EngineName): boolean =>
  session?.isNumbered === true && (engine === 'spot' || session.areAllNumbered);

/** Answers where the client asked for an answer. */
export function replyTo(reply: unknown, ack: Ack | CallAck): void {
  if (typeof reply === 'function') (reply as Reply)(ack);
}
