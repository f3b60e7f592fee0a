/** What processes say to one another. */
import type { ErrorCode, RouteName, WorkAsked } from '@fairlead/contract';
import type { Command, Result } from '@fairlead/engine';
import type { ServerEvents } from '../http/events.ts';
import type { Call } from '../http/handler.ts';
import type { CommittedBatch, RunOptions } from '../sequencer/submission.ts';

/** A call without what the engine's process makes itself. */
export type SentCall = Omit<Call, 'say'>;

export interface NumberedCall {
  /** Rises with each call of a gateway, so that none is taken twice. */
  readonly id: number;
  /** The number that it was sent under before: it may still be under way. Only calls with a key are sent again. */
  readonly again?: number;
  readonly route: RouteName;
  readonly call: SentCall;
}

/** A command that another engine of the exchange has run here. It is never sent again: whoever asks for it may repeat it. */
export interface SentRun {
  readonly command: Command;
  readonly options?: RunOptions;
  /** What of the home's commits whoever asks has seen: what rests on them must find it here. */
  readonly homeSequence: number;
}

export interface NumberedRun extends SentRun {
  readonly id: number;
}

/** One entry of a stream of calls. */
export interface CallsMessage {
  readonly gateway: string;
  /** The last beat of this engine that the gateway has heard; absent before it heard one, and of versions before 2.6. */
  readonly beat?: number;
  readonly calls: readonly NumberedCall[];
  /**
   * In frames (packing.ts), for an engine that says that it takes them: the number, how far back the one before is that it
   * was sent under (0: none), and what packCommand writes. They come behind the calls, as their numbers do.
   */
  readonly commands?: Buffer;
  /** Of other engines, behind all of that. */
  readonly runs?: readonly NumberedRun[];
}

/** What became of a call. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The whole envelope as JSON text. */
      readonly body: string;
      readonly isReplay: boolean;
    }
  | {
      readonly kind: 'picture';
      readonly bytes: Buffer;
      readonly mime: string;
      readonly filename: string;
    }
  | {
      readonly kind: 'problem';
      readonly code: ErrorCode;
      readonly fields?: Readonly<Record<string, string>>;
      readonly retryAfterMs?: number;
      readonly work?: WorkAsked;
    }
  /** Of what another engine has run. */
  | { readonly kind: 'result'; readonly result: Result }
  /** Of commands only: the key has no answer; the terms that the call was read by have changed. */
  | { readonly kind: 'none' | 'read_again' };

/** One entry of a stream of answers. */
export interface AnswersMessage {
  readonly epoch: number;
  readonly answers: readonly (readonly [id: number, outcome: Outcome])[];
  /** Of kind `answer`, in frames: number, status, whether it is a replay, body. For gateways that send commands. */
  readonly packed?: Buffer;
}

/** One entry of the stream of batches. */
export type PublishedMessage =
  | {
      readonly kind: 'batch';
      /** The sequence before it: what a follower must have to apply it. */
      readonly previous: number;
      /** The exchange that it is of. */
      readonly deployment: string;
      readonly batch: CommittedBatch;
    }
  /** An engine began to take calls; the tables are at this sequence. */
  | (Leading & { readonly kind: 'leader'; readonly sequence: number })
  /** What services of the engine told one another; numbered from 1 in each epoch. */
  | {
      readonly kind: 'told';
      readonly epoch: number;
      readonly number: number;
      readonly told: Told;
    };

/** An event of services with what it says. */
export type Told = {
  readonly [Name in keyof ServerEvents]: {
    readonly name: Name;
    readonly event: ServerEvents[Name][0];
  };
}[keyof ServerEvents];

/** What an engine that takes calls says of itself. */
export interface Leading {
  /** In which it began to take them. */
  readonly epoch: number;
  /** Whether they may come as commands; one of before version 2.6 says nothing. */
  readonly takesCommands?: boolean;
  /** What they may say (TERMS); one of before says nothing, and knows nothing of it. */
  readonly terms?: number;
}

/** The engine's word that it lives, in Redis. */
export interface LeaderWord extends Leading {
  /** As its sessions in the database are called. */
  readonly process: string;
  /** Rises with each beat. */
  readonly beat: number;
  /** Whether it takes calls. */
  readonly isReady: boolean;
  /** What it is asked waits or is refused, as it cannot commit; one of before version 2.6 does not say. */
  readonly isStill?: boolean;
}
