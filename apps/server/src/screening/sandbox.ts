/**
 * A provider that screens, for trying it out and for tests: clear, but for what it is told to find. `npm run sandbox:screening`
 * listens on PORT (9180) with SCREENING_SECRET; an address, a transaction or a name with a word of HITS (comma-separated) is a hit.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { HEADERS, isSigned, type ScreeningQuestion, signedHeaders } from './provider.ts';

export interface SandboxOptions {
  readonly secret: string;
  /** What is found: parts of addresses, transactions and names, whatever their case. */
  hits: readonly string[];
  /** It is there, and answers nothing. */
  isAway?: boolean;
  /** Of each question that is rightly signed. */
  readonly onAsked?: (
    question: ScreeningQuestion,
    headers: IncomingMessage['headers'],
    body: string,
  ) => void;
  /** What is answered in place of the right answer. */
  answer?: (question: ScreeningQuestion) => object;
  readonly now?: () => number;
}

export function screeningSandbox(options: SandboxOptions): Server {
  return createServer((request, response) => {
    void answerTo(request, response, options).catch(() => response.writeHead(500).end());
  });
}

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  options: SandboxOptions,
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
  const question = JSON.parse(body) as ScreeningQuestion;
  options.onAsked?.(question, request.headers, body);
  const answer = options.answer?.(question) ?? rightAnswer(question, options.hits);
  const text = JSON.stringify(answer);
  const headers = signedHeaders({ id: question.id, body: text }, { secret, nowMs: now() });
  response.writeHead(200, headers).end(text);
}

function rightAnswer(question: ScreeningQuestion, hits: readonly string[]): object {
  const { id, address, transaction, person } = question;
  const said = [address?.address, transaction?.tx_id, person?.name].join('\n').toLowerCase();
  const isHit = hits.some((hit) => hit !== '' && said.includes(hit.toLowerCase()));
  return { id, verdict: isHit ? 'hit' : 'clear', risk: isHit ? 90 : 3, reference: `sandbox-${id}` };
}
