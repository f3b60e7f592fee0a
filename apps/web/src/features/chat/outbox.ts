/**
 * Messages on their way and the text that is being written. They outlive the page: who looks something up in
 * between finds them as they were. One after the other, so that they arrive in the order of writing.
 */
import { makeIdempotencyKey } from '@fairlead/client';
import { create } from 'zustand';
import { onTokenChange } from '../../data/account/session.ts';
import { callApi } from '../../data/calls/api.ts';
import { errorText } from '../../data/calls/error-text.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import type { Outgoing } from './model.ts';
import { keepConversation, keepMessage } from './thread-cache.ts';

interface OutboxState {
  readonly outgoing: readonly Outgoing[];
  readonly draft: string;
}

const EMPTY: OutboxState = { outgoing: [], draft: '' };
const outbox = create<OutboxState>()(() => EMPTY);

/** Of one session only. */
onTokenChange(() => outbox.setState(EMPTY));

export const useOutgoing = (): readonly Outgoing[] => outbox((state) => state.outgoing);
export const useDraft = (): string => outbox((state) => state.draft);
export const setDraft = (draft: string): void => outbox.setState({ draft });

const change = (clientId: string, to: (one: Outgoing) => readonly Outgoing[]): void =>
  outbox.setState(({ outgoing }) => ({
    outgoing: outgoing.flatMap((one) => (one.clientId === clientId ? to(one) : [one])),
  }));

/** Text, picture or both. */
export interface Written {
  readonly text?: string;
  readonly fileId?: number;
}

/** Shows the message at once and sends it. */
export function send(written: Written): void {
  const clientId = makeIdempotencyKey();
  const one: Outgoing = { ...written, clientId, timeMs: serverNow(), state: 'sending' };
  outbox.setState(({ outgoing }) => ({ outgoing: [...outgoing, one] }));
  submit(clientId);
}

/** Sends a message that failed again, as the same message. */
export function retry(clientId: string): void {
  change(clientId, ({ problem: _problem, ...one }) => [{ ...one, state: 'sending' }]);
  submit(clientId);
}

/** Gives up a message that failed. */
export const discard = (clientId: string): void => change(clientId, () => []);

let line: Promise<void> = Promise.resolve();

function submit(clientId: string): void {
  line = line.then(() => deliver(clientId));
}

async function deliver(clientId: string): Promise<void> {
  const one = outbox.getState().outgoing.find((each) => each.clientId === clientId);
  if (one === undefined) return;
  const { text, fileId } = one;
  try {
    const { message, conversation } = await callApi('sendChat', {
      client_message_id: clientId,
      ...(text !== undefined && { text }),
      ...(fileId !== undefined && { file_id: fileId }),
    });
    keepMessage(message);
    keepConversation(conversation);
    change(clientId, () => []);
  } catch (error) {
    change(clientId, (failed) => [{ ...failed, state: 'failed', problem: errorText(error) }]);
  }
}
