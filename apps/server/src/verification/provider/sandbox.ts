/**
 * A provider that checks who users are, for trying it out and for tests. `npm run sandbox:identity` listens on PORT (9181) with
 * IDENTITY_SECRET. Its page has one button, which ends the check as a word in the claimed name says (`WORDS`); without one it is approved.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { signedHeaders } from '../../core/operations/signed-calls.ts';
import { type SandboxOptions, signedSandbox } from '../../core/operations/signed-sandbox.ts';
import type { IdentityQuestion, OpeningQuestion } from './provider.ts';

interface Said {
  readonly verdict: string;
  readonly reason?: string;
}
type Fault = 'same_id' | 'signature' | 'time' | 'user' | 'session';
/** What is called back, and what is wrong with it. */
type Word = Said & { readonly fault?: Fault };

const APPROVED: Said = { verdict: 'approved' };

/** What is called back, in this order, for a word in the name, whatever its case. */
const WORDS: Readonly<Record<string, readonly Word[]>> = {
  unreadable: [{ verdict: 'rejected', reason: 'document_unreadable' }],
  mismatch: [{ verdict: 'rejected', reason: 'data_mismatch' }],
  odd: [{ verdict: 'rejected', reason: 'a word of its own' }],
  review: [{ verdict: 'review' }],
  expired: [{ verdict: 'expired' }],
  silent: [],
  early: [APPROVED],
  twice: [APPROVED, { ...APPROVED, fault: 'same_id' }, APPROVED],
  revoked: [APPROVED, { verdict: 'revoked' }],
  contrary: [{ verdict: 'rejected', reason: 'face_mismatch' }, APPROVED],
  forged: [{ ...APPROVED, fault: 'signature' }],
  stale: [{ ...APPROVED, fault: 'time' }],
  stranger: [{ ...APPROVED, fault: 'user' }],
  elsewhere: [{ ...APPROVED, fault: 'session' }],
};

export interface IdentitySandboxOptions extends SandboxOptions<IdentityQuestion> {
  /** Of each answer to what was called back. */
  readonly onCalledBack?: (status: number, said: object) => void;
}

interface Session {
  readonly id: string;
  readonly opening: OpeningQuestion;
  /** What it came to, once its user pressed the button. */
  said?: Said;
}

/** A server of such a provider, and its button, to be pressed by a program. */
export interface IdentitySandbox {
  readonly server: Server;
  /** Ends the check of a submission, named as the exchange names it, and calls back. */
  finish(verification: string): Promise<void>;
}

export function identitySandbox(options: IdentitySandboxOptions): IdentitySandbox {
  /** By the exchange's name of the submission: asked again it is the same one. */
  const sessions = new Map<string, Session>();
  const open = (opening: OpeningQuestion): Session => {
    const known = sessions.get(opening.verification);
    const session = known ?? { id: `session-${sessions.size + 1}-${opening.user}`, opening };
    sessions.set(opening.verification, session);
    return session;
  };
  const finish = async (verification: string): Promise<void> => {
    const session = sessions.get(verification);
    if (session === undefined) throw new Error(`${verification} was never opened`);
    await end(session, options);
  };
  const server = signedSandbox<IdentityQuestion>(options, {
    rightAnswer: async (question) => {
      if (question.action === 'status')
        return statusOf(question.id, sessions.get(question.verification));
      const isNew = !sessions.has(question.verification);
      const session = open(question);
      // Called back before this is answered.
      if (isNew && isNamed(question, 'early')) await end(session, options);
      const { id } = session;
      const { port } = server.address() as { port: number };
      return { id: question.id, session: id, url: `http://127.0.0.1:${port}/check/${id}` };
    },
    serve: (request, response) =>
      servePage(request, response, { options, sessions: [...sessions.values()] }),
  });
  return { server, finish };
}

function statusOf(id: string, session: Session | undefined): object {
  if (session === undefined) return { id };
  const { verification, user } = session.opening;
  const { verdict = 'pending', reason } = session.said ?? {};
  return { id, verification, user, session: session.id, verdict, ...(reason && { reason }) };
}

const isNamed = ({ claim }: OpeningQuestion, word: string): boolean =>
  (claim.name ?? '').toLowerCase().includes(word);

function wordsOf(opening: OpeningQuestion): readonly Word[] {
  const found = Object.entries(WORDS).find(([word]) => isNamed(opening, word));
  return found?.[1] ?? [APPROVED];
}

async function end(session: Session, options: IdentitySandboxOptions): Promise<void> {
  const { opening } = session;
  const words = wordsOf(opening);
  let count = 0;
  for (const { fault, ...said } of words) {
    if (fault !== 'same_id') count += 1;
    session.said = said;
    await callBack({ session, said, fault, id: `${session.id}-word-${count}` }, options);
  }
  session.said ??= APPROVED;
}

async function callBack(
  word: {
    readonly session: Session;
    readonly said: Said;
    readonly fault: Fault | undefined;
    readonly id: string;
  },
  { secret, now = Date.now, onCalledBack }: IdentitySandboxOptions,
): Promise<void> {
  const { session, said, fault, id } = word;
  const { verification, user, callback_url: url } = session.opening;
  const sent = {
    verification,
    user: fault === 'user' ? '999999' : user,
    session: fault === 'session' ? 'session-0' : session.id,
    ...said,
  };
  const body = JSON.stringify(sent);
  const signing = {
    secret: fault === 'signature' ? `${secret}-of-another` : secret,
    nowMs: now() - (fault === 'time' ? 3_600_000 : 0),
  };
  const headers = signedHeaders({ id, body }, signing);
  const { status } = await fetch(url, { method: 'POST', headers, body });
  onCalledBack?.(status, sent);
}

/** What users see: `/check/SESSION`, and its button. */
async function servePage(
  { url = '/', method }: IncomingMessage,
  response: ServerResponse,
  {
    options,
    sessions,
  }: { readonly options: IdentitySandboxOptions; readonly sessions: readonly Session[] },
): Promise<boolean> {
  const session = sessions.find(({ id }) => url === `/check/${id}`);
  if (session === undefined) return false;
  if (method === 'POST') {
    await end(session, options);
    response.writeHead(303, { location: session.opening.return_url }).end();
    return true;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Sandbox</title>
<h1>Sandbox</h1><p>A real provider takes pictures of a document and of a face here.</p>
<form method="post"><button>Finish the check</button></form></html>`,
  );
  return true;
}
