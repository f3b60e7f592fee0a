/**
 * How a call that comes to one command is answered: once per key, after the commit. A repeat gets the first answer, to the
 * byte, whatever has become of terms and limits since: so what was refused when it was read counts only when its key has none.
 */
import { ProblemError, type RouteName, routes } from '@fairlead/contract';
import { routeLabel } from '../http/envelope.ts';
import { Answer, type Call, userOf } from '../http/handler.ts';
import { fingerprintOf } from '../http/money.ts';
import type { Answer as SequencerAnswer } from '../sequencer/submission.ts';
import { attempt } from './attempt.ts';
import type { CommandPort, Origin } from './port.ts';
import { type Asked, ReadAgainError } from './rules.ts';

export interface CommandCall {
  readonly commands: CommandPort;
  readonly name: RouteName;
  readonly call: Call;
}

/** Terms of one market change far more rarely than a call takes; beyond, something else is wrong. */
const READINGS_MAX = 3;

/** `read` makes the command of the call by the terms as they are; throws what refuses it. */
export function answerCommand(on: CommandCall, read: () => Asked): Promise<Answer> {
  const { commands, call } = on;
  const origin = originOf(on, (label) => fingerprintOf(label, call.input));
  return readingAgain(async () => {
    const asked = attempt(read);
    if (!(asked instanceof ProblemError)) return toHttp(await commands.submit(origin, asked));
    const stored = await commands.find(origin);
    if (stored === undefined) throw asked;
    return toHttp(stored);
  });
}

/** A call with its key, and the digest that `digest` makes under the route's label. */
export function originOf({ name, call }: CommandCall, digest: (label: string) => string): Origin {
  const route = labelOf(name);
  return {
    name,
    call,
    language: call.language,
    idempotency: {
      owner: userOf(call).userId,
      key: call.idempotencyKey,
      route,
      fingerprint: digest(route),
    },
  };
}

/** Asks until what is asked was read by the terms that hold where it is executed. */
export async function readingAgain(ask: () => Promise<Answer>): Promise<Answer> {
  for (let count = 1; ; count += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ReadAgainError)) throw error;
      if (count >= READINGS_MAX) throw new ProblemError('unavailable', { cause: error });
    }
  }
}

export const toHttp = ({ status, body, isReplay }: SequencerAnswer): Answer =>
  new Answer(status, body, isReplay);

const LABELS: ReadonlyMap<RouteName, string> = new Map(
  (Object.keys(routes) as RouteName[]).map((name) => [name, routeLabel(routes[name])]),
);

/** As routeLabel writes it. */
export const labelOf = (name: RouteName): string => LABELS.get(name) ?? '';
