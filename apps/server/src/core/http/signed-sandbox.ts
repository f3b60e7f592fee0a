/** What a provider's sandbox does whatever it is asked: reads, checks the signature, answers signed. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { HEADERS, isSigned, signedHeaders } from './signed-call.ts';

export interface SignedSandbox<Question> {
  readonly secret: string;
  /** It is there, and answers nothing. */
  isAway?: boolean;
  /** Of each question that is rightly signed. */
  readonly onAsked?: (
    question: Question,
    headers: IncomingMessage['headers'],
    body: string,
  ) => void;
  /** What is answered in place of the right answer. */
  answer?: (question: Question) => object;
  readonly now?: () => number;
}

export function signedSandbox<Question extends { readonly id: string }>(
  options: SignedSandbox<Question>,
  rightAnswer: (question: Question) => object,
): Server {
  return createServer((request, response) => {
    const answered = answerTo({ request, response }, options, rightAnswer);
    void answered.catch(() => response.writeHead(500).end());
  });
}

async function answerTo<Question extends { readonly id: string }>(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  options: SignedSandbox<Question>,
  rightAnswer: (question: Question) => object,
): Promise<void> {
  const { secret, now = Date.now } = options;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  const header = (name: string) => String(request.headers[name] ?? '');
  const message = { id: header(HEADERS.id), timestamp: header(HEADERS.timestamp), body };
  if (options.isAway === true) {
    response.writeHead(503).end();
    return;
  }
  if (!isSigned(message, header(HEADERS.signature), { secret, nowMs: now() })) {
    response.writeHead(401).end();
    return;
  }
  const question = JSON.parse(body) as Question;
  options.onAsked?.(question, request.headers, body);
  const text = JSON.stringify(options.answer?.(question) ?? rightAnswer(question));
  const headers = signedHeaders({ id: question.id, body: text }, { secret, nowMs: now() });
  response.writeHead(200, headers).end(text);
}
