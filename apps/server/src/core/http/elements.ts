/**
 * How a call that does many things is answered: each of its elements like a call of its own, in its place, after the commit.
 * The elements come to the sequencer in their order and in one turn of the event loop, so they share batches; they are
 * no transaction, and one that is refused keeps none behind it from being done.
 *
 * The call has one key. Its first element is kept under that key, each other under the key and its place, behind a
 * space, which no caller's key can hold; all with the digest of the whole call. What is refused before the engine is kept too. So
 * a repeat is answered to the byte, goes on where a first try broke off, and another call under the key is a conflict.
 */
import { ERRORS, ProblemError } from '@fairlead/contract';
import type * as z from 'zod/mini';
import type { Idempotency } from '../sequencer/answer-cache.ts';
import type { Submission } from '../sequencer/submission.ts';
import { SubmitError } from '../sequencer/submit-error.ts';
import { failureBody } from './envelope.ts';
import { readElement } from './fields/read.ts';
import { Answer, userOf } from './handler.ts';
import { fingerprintOf, type MoneyCall, type MoneySubmission, submissionOf } from './money.ts';

export interface ElementsCall<Schema extends z.ZodMiniType> extends Required<MoneyCall> {
  /** Of one element. */
  readonly schema: Schema;
  /** As they came. */
  readonly elements: readonly unknown[];
}

/** The command of an element that its schema takes; throws what refuses it. */
export type Plan<Element> = (element: Element) => MoneySubmission;

/** What an element came to. */
interface End {
  readonly body: string;
  readonly isReplay: boolean;
  /** Where nothing was done that lasts: a repeat may do it. */
  readonly passing?: Error;
}

/** Answers all elements. `prepare` looks up what their commands need; it is given those that their schema takes. */
export async function answerEach<Schema extends z.ZodMiniType>(
  { sequencer, call, route, underWay, schema, elements: asked }: ElementsCall<Schema>,
  prepare: (elements: readonly z.output<Schema>[]) => Promise<Plan<z.output<Schema>>>,
): Promise<Answer> {
  const elements = asked.map((each) => attempt(() => readElement(schema, each, call.say)));
  const whole = elements.map((each, at) => (each instanceof ProblemError ? asked[at] : each));
  const first: Idempotency = {
    owner: userOf(call).userId,
    key: call.idempotencyKey,
    route,
    fingerprint: fingerprintOf(route, { elements: whole }),
  };
  return underWay.hold(first, async () => {
    await sequencer.replayStored(first);
    const plan = await prepare(
      elements.flatMap((each) => (each instanceof ProblemError ? [] : [each])),
    );
    const keyed = elements.map((element, at) => ({
      element,
      idempotency: at === 0 ? first : { ...first, key: `${first.key} ${at}` },
    }));
    // From here to the last submission nothing waits: what is no conflict now is none at all. A first try may have
    // broken off before its first element and done others.
    for (const { idempotency } of keyed) sequencer.replay(idempotency);
    const ends = await Promise.all(
      keyed.map(({ element, idempotency }) =>
        submitElement({ sequencer, call, idempotency }, () => {
          if (element instanceof ProblemError) throw element;
          return plan(element);
        }),
      ),
    );
    return wholeAnswer(ends);
  });
}

function attempt<Value>(make: () => Value): Value | ProblemError {
  try {
    return make();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

interface KeyedElement extends Pick<MoneyCall, 'sequencer' | 'call'> {
  readonly idempotency: Idempotency;
}

async function submitElement(
  { sequencer, call, idempotency }: KeyedElement,
  make: () => MoneySubmission,
): Promise<End> {
  const { language } = call;
  const passes = (error: ProblemError | SubmitError): End => ({
    body: failureBody(error.code, language),
    isReplay: false,
    passing: error,
  });
  const made = attempt(make);
  if (made instanceof ProblemError && ERRORS[made.code].status >= 500) {
    // It may have been done before this stood in its way.
    return (await sequencer.replayStored(idempotency)) ?? passes(made);
  }
  const submission =
    made instanceof ProblemError ? refusal(made, language) : submissionOf(made, language);
  try {
    return await sequencer.submit({ ...submission, idempotency });
  } catch (error) {
    if (error instanceof SubmitError) return passes(error);
    throw error;
  }
}

/** Keeps a refusal that was found before the engine. Its answer is made; what the engine calls it is told to nobody. */
function refusal(
  { code, fields }: ProblemError,
  language: MoneyCall['call']['language'],
): Submission {
  const rendered = { status: ERRORS[code].status, body: failureBody(code, language, { fields }) };
  return { command: { kind: 'refuse', reject: 'terms_invalid' }, render: () => rendered };
}

/** Where nothing at all was done the call itself is refused, and a repeat is a first try. */
function wholeAnswer(ends: readonly End[]): Answer {
  const [first] = ends;
  if (first?.passing !== undefined && ends.every(({ passing }) => passing !== undefined))
    throw first.passing;
  const results = ends.map(({ body }) => body).join(',');
  const body = `{"type":"ok","code":1,"message":{"results":[${results}]}}`;
  return new Answer(
    200,
    body,
    ends.every(({ isReplay }) => isReplay),
  );
}
