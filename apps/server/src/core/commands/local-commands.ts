/** Commands beside the writer: admitted, brought into the queue, and answered in their callers' words. */
import { ERRORS, type Language, ProblemError } from '@fairlead/contract';
import type { Command, Result } from '@fairlead/engine';
import { failureBody, renderReject, successBody } from '../http/envelope.ts';
import { KeysUnderWay } from '../http/money.ts';
import type { Idempotency } from '../sequencer/answer-cache.ts';
import type { Settle } from '../sequencer/pending.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Answer, Rendered, Submission } from '../sequencer/submission.ts';
import { SubmitError } from '../sequencer/submit-error.ts';
import { textsOf } from '../texts/texts.ts';
import { type ElementEnd, wholeAnswer } from './elements.ts';
import type { CommandGate } from './gate.ts';
import type { AskedElement, CommandPort, Keyed } from './port.ts';
import type { Admissions, Admitted, Asked, CommandRule, CommandRules } from './rules.ts';

type Writer = Pick<Sequencer, 'take' | 'replay' | 'replayStored'>;

export interface LocalCommandsParts {
  readonly sequencer: Writer;
  readonly rules: CommandRules;
  /** Asked before a command's rule is; it is one owner's, and so is every other of its call. */
  readonly gate: CommandGate;
}

export class LocalCommands implements CommandPort {
  readonly #sequencer: Writer;
  readonly #rules: CommandRules;
  readonly #gate: CommandGate;
  readonly #underWay = new KeysUnderWay();

  constructor({ sequencer, rules, gate }: LocalCommandsParts) {
    this.#sequencer = sequencer;
    this.#gate = gate;
    this.#rules = rules;
  }

  submit(keyed: Keyed, asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => this.take(keyed, asked, { resolve, reject }));
  }

  /** As `submit`, for who needs no promise: it may be told within the very turn of the commit, and must not throw then. */
  take(keyed: Keyed, asked: Asked, settle: Settle<Answer>): void {
    try {
      const admissions = this.#admit([asked]);
      if (admissions instanceof Promise)
        admissions
          .then(([first]) => this.#send(keyed, asked, first, settle))
          .catch((error: unknown) => settle.reject(error));
      else this.#send(keyed, asked, admissions[0], settle);
    } catch (error) {
      settle.reject(error);
    }
  }

  find({ idempotency }: Keyed): Promise<Answer | undefined> {
    return this.#sequencer.replayStored(idempotency);
  }

  submitEach(keyed: Keyed, elements: readonly AskedElement[]): Promise<Answer> {
    const first = keyed.idempotency;
    return this.#underWay.hold(first, async () => {
      await this.#sequencer.replayStored(first);
      const asked = elements.filter((each): each is Asked => !('refused' in each));
      const admissions = [...(await this.#admit(asked))];
      const keys = elements.map((_, at) =>
        at === 0 ? first : { ...first, key: `${first.key} ${at}` },
      );
      // From here to the last submission nothing waits: what is no conflict now is none at all. A first try may have
      // broken off before its first element and done others.
      this.#refuseConflicts(keys, admissions);
      const ends = elements.map((element, at) => {
        const idempotency = keys[at] ?? first;
        const one = { ...keyed, idempotency };
        if ('refused' in element) return this.#keep(one, element.refused);
        return this.#element(one, element, admissions.shift());
      });
      return wholeAnswer(await Promise.all(ends));
    });
  }

  #admit(asked: readonly Asked[]): Admissions | Promise<Admissions> {
    const [first] = asked;
    if (first === undefined) return [];
    const { admit } = this.#ruleOf(first.command);
    const admitted = (refusal: ProblemError | undefined) => {
      if (refusal !== undefined) return asked.map(() => refusal);
      return admit === undefined ? asked : admit(asked);
    };
    const refusal = this.#gate.refusalOf(first.command);
    return refusal instanceof Promise ? refusal.then(admitted) : admitted(refusal);
  }

  /** One call's commands are of one kind. */
  #ruleOf({ kind }: Command): CommandRule {
    const rule = this.#rules[kind] as CommandRule | undefined;
    if (rule === undefined) throw new TypeError(`${kind} is no command of users`);
    return rule;
  }

  #send(
    { idempotency, language }: Keyed,
    { afterSamplesOf = [] }: Asked,
    admission: Admissions[number] | undefined,
    settle: Settle<Answer>,
  ): void {
    if (admission === undefined || admission instanceof ProblemError) {
      this.#sequencer.replayStored(idempotency).then((stored) => {
        if (stored === undefined) settle.reject(admission);
        else settle.resolve(stored);
      }, settle.reject);
      return;
    }
    const submission = { ...this.#submission(admission, language), idempotency, afterSamplesOf };
    const left = leaving(admission, settle);
    try {
      this.#sequencer.take(submission, left);
    } catch (error) {
      left.reject(error);
    }
  }

  /** A submission that makes its answer in the caller's words. */
  #submission({ command, told }: Admitted, language: Language): Submission {
    const rule = this.#ruleOf(command);
    return {
      command,
      render: (result: Result): Rendered => {
        if (result.ok) return { status: 200, body: successBody(rule.view(result.value, language)) };
        const reject = told?.(result.reject) ?? result.reject;
        const fields = rule.fields?.(reject, textsOf(language));
        return renderReject(reject, language, { fields, command: command.kind });
      },
    };
  }

  #refuseConflicts(keys: readonly Idempotency[], admissions: Admissions): void {
    try {
      for (const idempotency of keys) this.#sequencer.replay(idempotency);
    } catch (error) {
      for (const each of admissions) if (!(each instanceof ProblemError)) each.leave?.();
      throw error;
    }
  }

  #element(
    keyed: Keyed,
    asked: Asked,
    admission: Admissions[number] | undefined,
  ): Promise<ElementEnd> {
    const { idempotency, language } = keyed;
    if (!(admission instanceof ProblemError))
      return this.#ended(keyed, (settle) => this.#send(keyed, asked, admission, settle));
    const { code, fields } = admission;
    const { status } = ERRORS[code];
    if (status < 500)
      return this.#keep(keyed, { status, body: failureBody(code, language, { fields }) });
    // It may have been done before this stood in its way.
    return this.#sequencer
      .replayStored(idempotency)
      .then((stored) => stored ?? passes(admission, language));
  }

  /** Keeps a refusal that was found before the engine. Its answer is made; what the engine calls it is told to nobody. */
  #keep(keyed: Keyed, rendered: Rendered): Promise<ElementEnd> {
    const { idempotency } = keyed;
    const command = { kind: 'refuse', reject: 'terms_invalid' } as const;
    return this.#ended(keyed, (settle) =>
      this.#sequencer.take({ command, idempotency, render: () => rendered }, settle),
    );
  }

  async #ended({ language }: Keyed, take: (settle: Settle<Answer>) => void): Promise<ElementEnd> {
    try {
      return await new Promise<Answer>((resolve, reject) => take({ resolve, reject }));
    } catch (error) {
      if (error instanceof SubmitError) return passes(error, language);
      throw error;
    }
  }
}

const passes = (error: ProblemError | SubmitError, language: Language): ElementEnd => ({
  body: failureBody(error.code, language),
  isReplay: false,
  passing: error,
});

function leaving({ leave }: Admitted, settle: Settle<Answer>): Settle<Answer> {
  if (leave === undefined) return settle;
  return {
    resolve: (answer) => {
      leave();
      settle.resolve(answer);
    },
    reject: (error) => {
      leave();
      settle.reject(error);
    },
  };
}
