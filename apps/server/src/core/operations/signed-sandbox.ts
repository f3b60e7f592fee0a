/** What the sandboxes of providers share: a server that takes what is rightly signed and signs what it answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isSigned, signedHeaders, signedMessage } from './signed-calls.ts';

export interface SandboxOptions<Question> {
  readonly secret: string;
  /** It is there, and answers nothing. */
  isAway?: boolean;
  /** It does what it is asked, and its answer is lost. */
  isCutOff?: boolean;
  /** Of each question that is rightly signed. */
  readonly onAsked?: (
    question: Question,
    headers: IncomingMessage['headers'],
    body: string,
  ) => void;
  /** What is answered in place of the right answer. */
  answer?: ((question: Question) => object) | undefined;
  readonly now?: () => number;
}

interface Behaviour<Question> {
  rightAnswer(question: Question): object | Promise<object>;
  /** What is no signed question: pages. False where there is none. */
  serve?(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export function signedSandbox<Question extends { readonly id: string }>(
  options: SandboxOptions<Question>,
  behaviour: Behaviour<Question>,
): Server {
  return createServer((request, response) => {
    const answered = async () => {
      if ((await behaviour.serve?.(request, response)) === true) return;
      await answerTo(request, response, { options, behaviour });
    };
    void answered().catch(() => response.writeHead(500).end());
  });
}

async function answerTo<Question extends { readonly id: string }>(
  request: IncomingMessage,
  response: ServerResponse,
  of: { readonly options: SandboxOptions<Question>; readonly behaviour: Behaviour<Question> },
): Promise<void> {
  const { options, behaviour } = of;
  const { secret, now = Date.now } = options;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  if (options.isAway === true) {
    response.writeHead(503).end();
    return;
  }
  const message = signedMessage((name) => String(request.headers[name] ?? ''), body);
  if (!isSigned(message, { secret, nowMs: now() })) {
    response.writeHead(401).end();
    return;
  }
  const question = JSON.parse(body) as Question;
  options.onAsked?.(question, request.headers, body);
  const text = JSON.stringify(
    options.answer?.(question) ?? (await behaviour.rightAnswer(question)),
  );
  if (options.isCutOff === true) {
    response.destroy();
    return;
  }
  const headers = signedHeaders({ id: question.id, body: text }, { secret, nowMs: now() });
  response.writeHead(200, headers).end(text);
}
