/**
 * Transfers between two engines, each with tables of its own, over a network that loses, repeats, delays and
 * reorders, while engines die before and after their commits (docs/internals/growth.md). A transfer is two
 * entries with the transfer's id as their reference: `out` in the engine it leaves, `in` in the one it reaches,
 * or `back` where the other has refused. What is on its way has left the one and not reached the other.
 */
import { Engine, type Reject } from '@fairlead/engine';
import { Seeded, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { expect } from 'vitest';
import { Tables } from './kit/tables.ts';

/** Mistakes that the story must find. */
export type Flaw =
  | 'refusal_is_forgotten'
  | 'id_of_each_attempt'
  | 'back_after_a_timeout'
  | 'answer_before_commit'
  | 'outbox_beside_the_transaction';

type Step = 'out' | 'in' | 'back' | 'done';

interface TransferFacts {
  /** Made by the client before its first attempt, unique for ever. */
  readonly id: string;
  readonly owner: number;
  readonly amount: bigint;
  readonly from: number;
}

interface Message extends TransferFacts {
  readonly step: Step;
  /** The engine it is for. */
  readonly to: number;
}

interface Reply {
  readonly message: Message;
  readonly reject: Reject | undefined;
}

interface OutboxRow extends TransferFacts {
  readonly state: 'sent' | 'done' | 'back';
}

const OWNERS = [1, 2, 3];
/** Opened in one engine only until late: what the other refuses today it would take tomorrow. */
const LATE_OWNER = 4;
const FUNDS = 10_000n;
const BATCH_MAX = 3;

/** One engine with its tables, its stored answers and its outbox: what a commit makes durable together. */
class Side {
  readonly tables = new Tables();
  readonly answers = new Map<string, Reject | undefined>();
  readonly outbox = new Map<string, OutboxRow>();
  /** Entries that are committed, by "step id". */
  readonly entries = new Map<string, number>();
  readonly index: number;
  readonly #flaw: Flaw | undefined;
  #engine = new Engine();
  #sequence = 0;
  #held: Reply[] = [];
  #answers = new Map<string, Reject | undefined>();
  #rows = new Map<string, OutboxRow>();
  #owned = 0n;

  constructor(index: number, flaw: Flaw | undefined) {
    this.index = index;
    this.#flaw = flaw;
    this.#execute({ kind: 'configure_currency', currency: USDT });
    for (const owner of index === 0 ? [...OWNERS, LATE_OWNER] : OWNERS) {
      this.open(owner);
      this.#execute({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `faucet:${owner}`,
        currencyId: USDT.currencyId,
        amount: amountMinor(FUNDS),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      });
    }
    this.commit();
  }

  open(owner: number): void {
    this.#execute({ kind: 'open_account', owner });
  }

  /** Executes a message once; the reply waits for the commit. A reply that is given at once is a repetition. */
  take(message: Message): Reply | undefined {
    const key = `${message.step} ${message.id}`;
    if (this.answers.has(key)) return { message, reject: this.answers.get(key) };
    // Its first run is not committed yet: the sender asks again.
    if (this.#answers.has(key)) return undefined;
    const reject = this.#run(message);
    const isForgotten = this.#flaw === 'refusal_is_forgotten' && reject !== undefined;
    if (!isForgotten) this.#answers.set(key, reject);
    const reply = { message, reject };
    if (this.#flaw === 'answer_before_commit') return reply;
    this.#held.push(reply);
    return undefined;
  }

  /** Makes all that ran durable, in one transaction, and gives out its replies. */
  commit(): Reply[] {
    const changes = this.#engine.takeChanges();
    this.tables.commit(changes);
    for (const { reference } of changes.entries)
      this.entries.set(reference, (this.entries.get(reference) ?? 0) + 1);
    for (const [key, reject] of this.#answers) this.answers.set(key, reject);
    for (const [id, row] of this.#rows) this.outbox.set(id, row);
    this.#answers.clear();
    this.#rows.clear();
    this.#engine.checkInvariants();
    this.#owned = [...OWNERS, LATE_OWNER].reduce(
      (sum, owner) => sum + this.#engine.balance(owner, 'coin', USDT.currencyId).total,
      0n,
    );
    return this.#held.splice(0);
  }

  /** What was not committed never was; what was is read from the tables. */
  crash(): void {
    this.#held = [];
    this.#answers.clear();
    this.#rows.clear();
    this.tables.forgetDepth();
    this.#engine = new Engine(this.tables.snapshot());
    this.#sequence = this.tables.snapshot().counters.sequence;
  }

  /** Committed money of users. */
  get owned(): bigint {
    return this.#owned;
  }

  #run(message: Message): Reject | undefined {
    const { step, id } = message;
    if (step === 'done' || step === 'back') {
      const row = this.outbox.get(id);
      if (row?.state !== 'sent') return undefined;
      this.#keep({ ...row, state: step });
      return step === 'back' ? this.#move(message, 'in') : undefined;
    }
    const reject = this.#move(message, step);
    if (step === 'out' && reject === undefined) this.#keep({ ...message, state: 'sent' });
    return reject;
  }

  #keep({ id, owner, amount, from, state }: OutboxRow): void {
    const row = { id, owner, amount, from, state };
    if (this.#flaw === 'outbox_beside_the_transaction') this.outbox.set(id, row);
    else this.#rows.set(id, row);
  }

  /** An entry between the user and what lies outside of this engine. */
  #move({ step, id, owner, amount }: Message, way: 'in' | 'out'): Reject | undefined {
    const user = { owner, account: 'coin' } as const;
    const outside = { house: 'external' } as const;
    const result = this.#execute({
      kind: 'post_entry',
      reason: 'correction',
      reference: `${step} ${id}`,
      currencyId: USDT.currencyId,
      amount: amountMinor(amount),
      source: way === 'out' ? user : outside,
      target: way === 'out' ? outside : user,
    });
    return result.ok ? undefined : result.reject;
  }

  #execute(command: Parameters<Engine['execute']>[0]) {
    this.#sequence += 1;
    return this.#engine.execute(command, { sequence: this.#sequence, timeMs: this.#sequence });
  }
}

/** Both sides, clients, the relay and the network between them, from one seed. */
export class TwoEnginesStory {
  readonly outcomes = new Map<string, number>();
  readonly #random: Seeded;
  readonly #flaw: Flaw | undefined;
  readonly #sides: readonly [Side, Side];
  /** On their way, in no order. */
  #network: Message[] = [];
  #replies: Reply[] = [];
  /** What clients go on asking until they are answered. */
  readonly #wanted = new Map<string, TransferFacts>();
  readonly #taken = new Set<string>();
  #transfers = 0;
  #attempts = 0;
  #isCalm = false;

  constructor(seed: number, flaw?: Flaw) {
    this.#random = new Seeded(seed);
    this.#flaw = flaw;
    this.#sides = [new Side(0, flaw), new Side(1, flaw)];
  }

  /** One thing happens, drawn; then everything that is committed must add up. */
  step(): void {
    const dice = this.#random.below(100);
    if (dice < 12) this.#ask();
    else if (dice < 22) this.#relay();
    else if (dice < 62) this.#deliver();
    else if (dice < 82) this.#answer();
    else if (dice < 94) this.#commit(this.#random.pick(this.#sides));
    else if (dice < 97) this.#die(this.#random.pick(this.#sides));
    else if (dice < 98) this.#sides[1].open(LATE_OWNER);
    else this.#repeatWanted();
    this.check();
  }

  /** No more faults: everything must come to its end. */
  settle(): void {
    this.#isCalm = true;
    for (let round = 0; round < 12; round += 1) {
      this.#repeatWanted();
      this.#relay();
      while (this.#network.length > 0) this.#deliver();
      for (const side of this.#sides) this.#commit(side);
      while (this.#replies.length > 0) this.#answer();
    }
    this.check();
    expect([...this.#wanted.keys()], 'every client has an answer').toEqual([]);
    const open = this.#rows().filter(({ state }) => state === 'sent');
    expect(open, 'nothing is on its way for ever').toEqual([]);
    for (const id of this.#taken)
      expect(this.#count('in', id) + this.#count('back', id), `${id} ended once`).toBe(1);
  }

  /** Money is conserved, and no transfer has more than one beginning and one end. */
  check(): void {
    let onTheWay = 0n;
    for (const { id, amount } of this.#rows()) {
      const [out, end] = [this.#count('out', id), this.#count('in', id) + this.#count('back', id)];
      expect(out, `${id} left once`).toBe(1);
      expect(end, `${id} ended at most once`).toBeLessThanOrEqual(1);
      if (end === 0) onTheWay += amount;
    }
    const owned = this.#sides[0].owned + this.#sides[1].owned;
    const given = FUNDS * BigInt(2 * OWNERS.length + 1);
    expect(owned + onTheWay, 'money is conserved').toBe(given);
  }

  #rows(): OutboxRow[] {
    return this.#sides.flatMap(({ outbox }) => [...outbox.values()]);
  }

  #count(step: Step, id: string): number {
    const key = `${step} ${id}`;
    return (this.#sides[0].entries.get(key) ?? 0) + (this.#sides[1].entries.get(key) ?? 0);
  }

  #tally(what: string): void {
    this.outcomes.set(what, (this.outcomes.get(what) ?? 0) + 1);
  }

  /** A client wants to move something, sometimes more than there is. */
  #ask(): void {
    this.#transfers += 1;
    const facts = {
      id: `t${this.#transfers}`,
      owner: this.#random.pick([...OWNERS, LATE_OWNER, ...(this.#random.chance(50) ? OWNERS : [])]),
      amount: BigInt(1 + this.#random.below(Number(FUNDS) / 2)),
      from: this.#random.below(2),
    };
    this.#wanted.set(facts.id, facts);
    this.#send({ ...facts, step: 'out', to: facts.from });
  }

  #repeatWanted(): void {
    for (const facts of this.#wanted.values())
      this.#send({ ...facts, step: 'out', to: facts.from });
  }

  /** Any process may be the relay, and several at once: it keeps nothing, the outbox says what to do. */
  #relay(): void {
    for (const row of this.#rows()) {
      if (row.state !== 'sent') continue;
      this.#attempts += 1;
      const id = this.#flaw === 'id_of_each_attempt' ? `${row.id}/${this.#attempts}` : row.id;
      this.#send({ ...row, id, step: 'in', to: 1 - row.from });
      if (this.#flaw === 'back_after_a_timeout' && this.#random.chance(10))
        this.#send({ ...row, step: 'back', to: row.from });
    }
  }

  /** The network may lose and repeat. */
  #send(message: Message): void {
    if (!this.#isCalm && this.#random.chance(20)) {
      this.#tally('lost');
      return;
    }
    this.#network.push(message);
    if (!this.#isCalm && this.#random.chance(20)) {
      this.#network.push(message);
      this.#tally('repeated');
    }
  }

  #deliver(): void {
    if (this.#network.length === 0) return;
    const [message] = this.#network.splice(this.#random.below(this.#network.length), 1);
    if (message === undefined) return;
    const side = this.#sides[message.to === 0 ? 0 : 1];
    const reply = side.take(message);
    if (reply !== undefined) this.#replies.push(reply);
    if (this.#random.below(BATCH_MAX) === 0) this.#commit(side);
  }

  #commit(side: Side): void {
    const replies = side.commit();
    this.#tally('committed');
    for (const reply of replies)
      if (this.#isCalm || !this.#random.chance(15)) this.#replies.push(reply);
      else this.#tally('answer lost');
  }

  /** Before its commit, or after it with all answers lost. */
  #die(side: Side): void {
    if (this.#random.chance(50)) side.commit();
    side.crash();
    this.#tally('died');
  }

  /** What an answer leads to: the client knows, or the relay tells the other side. */
  #answer(): void {
    if (this.#replies.length === 0) return;
    const [reply] = this.#replies.splice(this.#random.below(this.#replies.length), 1);
    if (reply === undefined) return;
    const { message, reject } = reply;
    this.#tally(`${message.step} ${reject ?? 'ok'}`);
    if (message.step === 'out') {
      this.#wanted.delete(message.id);
      if (reject === undefined) this.#taken.add(message.id);
      return;
    }
    if (message.step !== 'in') return;
    const step = reject === undefined ? 'done' : 'back';
    const [id = ''] = message.id.split('/');
    this.#send({ ...message, id, step, to: message.from });
  }
}
