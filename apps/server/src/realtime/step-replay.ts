/** Tells a socket what was before: steps after the numbers that its login named, and behind them what came meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import type { StepNumbers } from '@fairlead/contract';
import type { EngineName } from '../core/config/engines.ts';
import type { ReadSteps } from '../steps/index.ts';
import { cutOff, drained } from './connections.ts';
import { REPLAY_PAGES_MAX, REPLAY_PAUSE_MS } from './limits.ts';
import type { LiveSocket, SocketSession } from './types.ts';

/** Steps that are sent before it is seen whether their reader takes them. */
const UNSEEN_MAX = 8;

interface Asked {
  readonly engine: EngineName;
  readonly after: number;
}

export interface ReplayParts {
  readonly read: ReadSteps;
  /** Takes a page from the socket's allowance, if it is there. */
  readonly mayRead: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

/** Of an owner's steps at an engine one page is read at a time, whatever all the owner's sockets ask for. */
export function inTurn(read: ReadSteps): ReadSteps {
  const last = new Map<string, Promise<unknown>>();
  return (asked) => {
    const key = `${asked.engine} ${asked.owner}`;
    const page = (last.get(key) ?? Promise.resolve()).then(() => read(asked));
    const ended = page
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return page;
  };
}

/** What is asked of an engine that cannot be read now is not told: its next step does not connect, by which the reader knows. */
export async function replaySteps(
  socket: LiveSocket,
  { session, from, known }: { session: SocketSession; from: StepNumbers; known: StepNumbers },
  parts: ReplayParts,
): Promise<void> {
  for (const engine of session.behind.keys()) {
    const [after, number] = [from[engine], known[engine]];
    if (after === undefined || number === undefined) session.behind.delete(engine);
    // Of one that was never told of anything beyond it there is nothing to read.
    else if (after === number) release(socket, session, engine, after);
    else if (!(await replayOrPass(socket, session, { engine, after }, parts))) return;
  }
}

/** A product's database that is away keeps nobody from being told what the others did. */
async function replayOrPass(
  socket: LiveSocket,
  session: SocketSession,
  asked: Asked,
  parts: ReplayParts,
): Promise<boolean> {
  try {
    return await replayOne(socket, session, asked, parts);
  } catch (error) {
    if (asked.engine === 'spot') throw error;
    session.behind.delete(asked.engine);
    parts.onFailure(error);
    return true;
  }
}

async function replayOne(
  socket: LiveSocket,
  session: SocketSession,
  { engine, after: first }: Asked,
  { read, mayRead }: ReplayParts,
): Promise<boolean> {
  const { userId: owner, language } = session;
  const isThere = () => socket.connected && socket.data.session === session;
  let after = first;
  for (let page = 0; isThere(); page += 1) {
    if (page === REPLAY_PAGES_MAX) {
      cutOff(socket);
      return false;
    }
    while (isThere() && !mayRead()) await wait(REPLAY_PAUSE_MS, undefined, { ref: false });
    if (!isThere()) return false;
    const {
      steps,
      number,
      gap,
      has_more: hasMore,
    } = await read({ owner, engine, after, language });
    if (!isThere()) return false;
    if (gap !== undefined)
      socket.emit('step_gap', { ...(engine !== 'spot' && { product: engine }), number, gap });
    for (const [at, step] of steps.entries()) {
      socket.emit('step', step);
      if (at % UNSEEN_MAX !== UNSEEN_MAX - 1) continue;
      await drained(socket);
      if (!isThere()) return false;
    }
    after = number;
    if (!hasMore) {
      release(socket, session, engine, after);
      return true;
    }
  }
  return false;
}

/** What came meanwhile, and from here on as it comes. */
function release(
  socket: LiveSocket,
  session: SocketSession,
  engine: EngineName,
  after: number,
): void {
  const waiting = session.behind.get(engine) ?? [];
  session.behind.delete(engine);
  for (const step of waiting) if (step.number > after) socket.emit('step', step);
}
