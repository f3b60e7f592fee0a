/**
 * Clients on a bad network: requests come twice, late, out of their order or not at all, answers get lost, and a client
 * that has none sends its request again under the same key, or another request under it. Each insists on its first answer.
 */
import type { Command } from '@fairlead/engine';
import type { Seeded } from '@fairlead/testkit';
import { fingerprint } from '../../src/core/sequencer/fingerprint.ts';
import type { Answer, Submission } from '../../src/core/sequencer/submission.ts';
import { SubmitError } from '../../src/core/sequencer/submit-error.ts';
import type { Auditor } from './auditor.ts';
import type { Drawn } from './drawn/tools.ts';
import type { Figures } from './figures.ts';
import type { Named } from './records.ts';
import { textOf } from './texts.ts';
import { must, Violation } from './violation.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface ClientParts {
  readonly time: VirtualTime;
  readonly random: Seeded;
  /** Of whichever engine runs a command. */
  readonly auditorOf: (command: Command) => Auditor;
  /** Whether a key that another body may have is taken, at any engine that it may be of. */
  readonly isTaken: (command: Command, named: Named) => boolean;
  /** Of which route a command is. */
  readonly routeOf: (command: Command) => string;
  readonly figures: Figures;
  /** Any server that is up; rejects where none is. */
  readonly submit: (submission: Submission) => Promise<Answer>;
  readonly onViolation: (error: unknown) => void;
  readonly trace: (line: string) => void;
  /** How likely a fault of the network is, in percent. */
  readonly badness: () => number;
}

/** One body under one key. */
interface Request {
  readonly named: Named;
  readonly drawn: Drawn;
  answer?: Answer;
  /** The key belongs to another body. */
  isConflict: boolean;
  /** It was refused with `in_progress` or no answer came: nobody knows. */
  attempts: number;
  isWaiting: boolean;
}

const ATTEMPTS_MAX = 4;
const RETRY_AFTER_MS = 400;
const SETTLED_AT_ONCE = 4;
const SETTLE_MS = 100;
const PARKED_MS = 3_500;

export class Clients {
  readonly #parts: ClientParts;
  readonly #requests: Request[] = [];
  /** Keys count up for each owner alone: different owners use the same. */
  readonly #keys = new Map<number, number>();

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  get requests(): readonly Request[] {
    return this.#requests;
  }

  /** Sends something new, over this network. */
  send(drawn: Drawn): void {
    const { figures } = this.#parts;
    const count = (this.#keys.get(drawn.sender) ?? 0) + 1;
    this.#keys.set(drawn.sender, count);
    figures.add(`command ${drawn.command.kind}`);
    this.#try(this.#request(drawn, `key ${count}`));
  }

  /** Sends orders in bulk, as one call: each element has the call's key with its place, and all come in one turn or none does. */
  sendBulk(elements: readonly Drawn[]): void {
    const [first] = elements;
    if (first === undefined) return;
    const { figures } = this.#parts;
    const count = (this.#keys.get(first.sender) ?? 0) + 1;
    this.#keys.set(first.sender, count);
    figures.add('command in bulk', elements.length);
    const requests = elements.map((drawn, at) =>
      this.#request(drawn, `key ${count}${at === 0 ? '' : ` ${at}`}`),
    );
    this.#tryAll(requests);
  }

  /** Without an answer of each the whole call is sent again. */
  #tryAll(requests: readonly Request[], attempts = 1): void {
    const { time, random, badness } = this.#parts;
    const copies = random.chance(badness()) ? random.pick([0, 2]) : 1;
    for (let copy = 0; copy < copies; copy += 1)
      time.after(random.below(random.chance(badness()) ? 4_000 : 40), () => {
        for (const request of requests) void this.#arrive(request);
      });
    if (attempts >= ATTEMPTS_MAX) return;
    time.after(RETRY_AFTER_MS * (1 + random.below(3 * attempts)), () => {
      if (requests.some(({ answer, isConflict }) => answer === undefined && !isConflict))
        this.#tryAll(requests, attempts + 1);
    });
  }

  /** Sends one of the latest again, as somebody does who presses twice. */
  sendAgain(): void {
    const request = this.#recent();
    if (request !== undefined) this.#try(request);
  }

  /** Uses a key of the latest for something else. */
  sendOther(drawn: Drawn): void {
    const known = this.#recent();
    if (known === undefined) return;
    this.#parts.figures.add('fault same key, other body');
    const { owner, key } = known.named;
    this.#try(this.#request({ ...drawn, sender: owner }, key));
  }

  #request(drawn: Drawn, key: string): Request {
    // A copy: two requests never share a command, by which what ran is known.
    const command: Command = { ...drawn.command };
    const body = JSON.parse(textOf(command));
    const named = {
      owner: drawn.sender,
      key,
      fingerprint: fingerprint(this.#parts.routeOf(command), body),
    };
    this.#parts.auditorOf(command).name(command, named);
    const request: Request = {
      named,
      drawn: { ...drawn, command },
      isConflict: false,
      attempts: 0,
      isWaiting: false,
    };
    this.#requests.push(request);
    return request;
  }

  #recent(): Request | undefined {
    const recent = this.#requests.slice(-8);
    return recent.length === 0 ? undefined : this.#parts.random.pick(recent);
  }

  #try(request: Request): void {
    const { time, random, figures, badness } = this.#parts;
    const isBad = () => random.chance(badness());
    let copies = 1;
    if (isBad()) {
      copies = random.pick([0, 2, 2, 3]);
      figures.add(copies === 0 ? 'fault request dropped' : 'fault request duplicated');
    }
    for (; copies > 0; copies -= 1) {
      const isLate = isBad();
      if (isLate) figures.add('fault request late');
      time.after(random.below(isLate ? 4_000 : 40), () => void this.#arrive(request));
    }
    this.#retryLater(request);
  }

  /** Without an answer it is sent again, until its sender gives up; `settle` asks once more in the end. */
  #retryLater(request: Request): void {
    request.attempts += 1;
    if (request.attempts >= ATTEMPTS_MAX) return;
    const { time, random } = this.#parts;
    time.after(RETRY_AFTER_MS * (1 + random.below(3 * request.attempts)), () => {
      if (request.answer === undefined && !request.isConflict) this.#try(request);
    });
  }

  async #arrive(request: Request): Promise<void> {
    const { submit, random, figures, trace, onViolation, badness } = this.#parts;
    const { named, drawn } = request;
    const auditor = this.#parts.auditorOf(drawn.command);
    try {
      const answer = await submit({
        command: drawn.command,
        idempotency: { ...named, route: this.#parts.routeOf(drawn.command) },
        ...(drawn.afterSamplesOf && { afterSamplesOf: drawn.afterSamplesOf }),
        render: (result) => ({ status: result.ok ? 200 : 400, body: textOf(result) }),
      });
      if (random.chance(badness())) {
        figures.add('fault answer dropped');
        return;
      }
      // What it says is in no table any more: its sender asks again.
      if (auditor.isLost(named, answer.body)) return;
      this.#take(request, answer);
      trace(`${named.owner} ${named.key} ${answer.body}`);
    } catch (error) {
      if (error instanceof Violation) return onViolation(error);
      const code = error instanceof SubmitError ? error.code : 'refused';
      figures.add(`submit ${code}`);
      trace(`${named.owner} ${named.key} ${code}`);
      if (code === 'idempotency_conflict')
        request.isConflict = this.#parts.isTaken(drawn.command, named);
    }
  }

  #take(request: Request, answer: Answer): void {
    const { figures } = this.#parts;
    if (request.answer === undefined) {
      figures.add(answer.status === 200 ? 'answer done' : 'answer refused');
      request.answer = answer;
      request.isConflict = false;
    }
    must(
      request.answer.body === answer.body,
      'an answer never changes',
      () => `${textOf(request.named)}: ${request.answer?.body}, then ${answer.body}`,
    );
  }

  /** The tables went back: whoever was answered by what is gone has no answer and asks again, and the key is anybody's. */
  rolledBack(): void {
    for (const request of this.#requests) {
      if (this.#parts.auditorOf(request.drawn.command).isAnswered(request.named)) continue;
      if (request.answer === undefined && !request.isConflict) continue;
      delete request.answer;
      request.isConflict = false;
      request.attempts = 0;
    }
  }

  /** Sends on a network that works, a few at a time, until each request has its answer; gives those that never got one. */
  async settle(timesMax: number): Promise<readonly Named[]> {
    const { time } = this.#parts;
    for (let times = 0; times < timesMax && this.#open().length > 0; times += 1) {
      const open = this.#open();
      for (let at = 0; at < open.length; at += SETTLED_AT_ONCE) {
        for (const request of open.slice(at, at + SETTLED_AT_ONCE)) void this.#arrive(request);
        await time.pass(SETTLE_MS);
      }
      // Those that wait for a sample have it by then, or are told that there is none.
      await time.pass(PARKED_MS);
    }
    return this.#open().map(({ named }) => named);
  }

  #open(): Request[] {
    return this.#requests.filter(({ answer, isConflict }) => answer === undefined && !isConflict);
  }
}
