/**
 * Transfers between two engines, each with tables of its own, over a network that loses, repeats, delays and
 * reorders, while engines die before and after their commits (docs/internals/growth.md). A transfer leaves one engine by
 * `transfer`, reaches the other by `receive_transfer`, and ends by `end_transfer` in the first, which takes it back where the
 * other has refused it. What is on its way has left the one and not reached the other.
 */
import { type Changes, Engine, type Reject, type UserAccount } from '@fairlead/engine';
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

/** What a client asks for, under a key that it made before its first attempt, unique for ever. */
interface Asked {
  readonly key: string;
  readonly owner: number;
  readonly amount: bigint;
  readonly from: number;
}

/** As the engine that it left has numbered it. */
interface Sent extends Omit<Asked, 'key'> {
  readonly id: number;
}

type Message =
  | (Asked & { readonly step: 'out'; readonly to: number })
  | (Sent & { readonly step: 'in'; readonly to: number })
  | (Sent & { readonly step: 'end'; readonly to: number; readonly refusal: Reject | undefined });

interface Reply {
  readonly message: Message;
  readonly reject: Reject | undefined;
}

const OWNERS = [1, 2, 3];
/** Opened in one engine only until late: what the other refuses today it would take tomorrow. */
const LATE_OWNER = 4;
const FUNDS = 10_000n;
const BATCH_MAX = 3;
/** Which account each engine keeps. */
const ACCOUNTS = ['coin', 'contract'] as const satisfies readonly UserAccount[];
/** Each numbers what it does from a place of its own: no number is given by two. */
const NUMBERS = 1_000_000_000_000;
/** A flaw numbers a transfer anew at each attempt. */
const ATTEMPTS_MAX = 10_000;

/** One engine with its tables and its stored answers: what a commit makes durable together. */
class Side {
  readonly tables = new Tables();
  readonly answers = new Map<string, Reject | undefined>();
  /** What a relay reads: rows that are on their way. */
  readonly outbox = new Map<number, Sent>();
  readonly index: number;
  readonly #flaw: Flaw | undefined;
  #engine: Engine;
  #sequence: number;
  #held: Reply[] = [];
  #answers = new Map<string, Reject | undefined>();
  #owned = 0n;

  constructor(index: number, flaw: Flaw | undefined) {
    this.index = index;
    this.#flaw = flaw;
    this.#sequence = index * NUMBERS;
    const empty = this.tables.snapshot();
    const counters = { ...empty.counters, sequence: this.#sequence, entryId: this.#sequence };
    this.#engine = new Engine({ ...empty, counters }, this.#bounds);
    this.#execute({ kind: 'configure_currency', currency: USDT });
    for (const owner of index === 0 ? [...OWNERS, LATE_OWNER] : OWNERS) {
      this.open(owner);
      this.#execute({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `faucet:${index}:${owner}`,
        currencyId: USDT.currencyId,
        amount: amountMinor(FUNDS),
        source: { house: 'external' },
        target: { owner, account: this.#account },
      });
    }
    this.commit();
  }

  get #account() {
    return ACCOUNTS[this.index === 0 ? 0 : 1];
  }

  get #bounds() {
    return { triggerFiresMax: 1, triggerRunFiresMax: 1, accounts: [this.#account] };
  }

  open(owner: number): void {
    this.#execute({ kind: 'open_account', owner });
  }

  /** Executes a message once; the reply waits for the commit. A reply that is given at once is a repetition. */
  take(message: Message): Reply | undefined {
    const known = this.#known(message);
    if (known !== undefined) return known;
    // Its first run is not committed yet: the sender asks again.
    if (message.step === 'out' && this.#answers.has(message.key)) return undefined;
    const run = this.#run(message);
    if (run === undefined) return undefined;
    const { reject } = run;
    if (message.step === 'out') this.#answers.set(message.key, reject);
    const reply = { message, reject };
    if (this.#flaw === 'answer_before_commit') return reply;
    this.#held.push(reply);
    return undefined;
  }

  /** What the tables know: the first answer to a key, or what became of what was received. */
  #known(message: Message): Reply | undefined {
    if (message.step === 'out' && this.answers.has(message.key))
      return { message, reject: this.answers.get(message.key) };
    if (message.step !== 'in') return undefined;
    const row = this.tables.receivedTransfers.get(message.id);
    return row && { message, reject: row.reject };
  }

  /** Makes all that ran durable, in one transaction, and gives out its replies. */
  commit(): Reply[] {
    const changes = this.#forgetful(this.#engine.takeChanges());
    this.tables.commit(changes);
    for (const row of changes.sentTransfers) this.#keep(row);
    for (const [key, reject] of this.#answers) this.answers.set(key, reject);
    this.#answers.clear();
    this.#engine.checkInvariants();
    this.#owned = [...OWNERS, LATE_OWNER].reduce(
      (sum, owner) => sum + this.#engine.balance(owner, this.#account, USDT.currencyId).total,
      0n,
    );
    return this.#held.splice(0);
  }

  /** What was not committed never was; what was is read from the tables. */
  crash(): void {
    this.#held = [];
    this.#answers.clear();
    this.tables.forgetDepth();
    const snapshot = this.tables.snapshot();
    const before = this.#engine;
    this.#engine = new Engine(snapshot, this.#bounds);
    if (this.#flaw === undefined) {
      const { counters } = snapshot;
      // What was not committed is all that a restart forgets.
      if (before.counters().sequence === counters.sequence)
        expect(this.#engine.stateHash()).toBe(before.stateHash());
    }
    this.#sequence = snapshot.counters.sequence;
  }

  /** Committed money of users. */
  get owned(): bigint {
    return this.#owned;
  }

  /** What other engines have of this one, as its books say. */
  get elsewhere(): bigint {
    return this.#engine.houseBalance('other_engines', USDT.currencyId).total;
  }

  #forgetful(changes: Changes): Changes {
    if (this.#flaw !== 'refusal_is_forgotten') return changes;
    const receivedTransfers = changes.receivedTransfers.filter(
      ({ reject }) => reject === undefined,
    );
    return { ...changes, receivedTransfers };
  }

  #keep(row: Changes['sentTransfers'][number]): void {
    const { transferId: id, owner, amount, status } = row;
    if (status === 'sent') this.outbox.set(id, { id, owner, amount, from: this.index });
    else this.outbox.delete(id);
  }

  /** Undefined where its first run is on its way to the tables. */
  #run(message: Message): { readonly reject: Reject | undefined } | undefined {
    const { owner, from } = message;
    const amount = amountMinor(message.amount);
    const [source, target] = from === 0 ? ACCOUNTS : ([ACCOUNTS[1], ACCOUNTS[0]] as const);
    const facts = { owner, source, target, currencyId: USDT.currencyId, amount };
    if (message.step === 'out') {
      const result = this.#execute({ kind: 'transfer', ...facts });
      if (!result.ok) return { reject: result.reject };
      const sent = result.value.kind === 'sent_transfer' ? result.value.transfer : undefined;
      if (sent !== undefined && this.#flaw === 'outbox_beside_the_transaction') this.#keep(sent);
      return { reject: undefined };
    }
    const { id } = message;
    if (message.step === 'end') {
      const { refusal } = message;
      this.#execute({
        kind: 'end_transfer',
        transferId: id,
        ...(refusal !== undefined && { refusal }),
      });
      return { reject: undefined };
    }
    const reference = String(id);
    const result = this.#execute({ kind: 'receive_transfer', transferId: id, reference, ...facts });
    if (!result.ok) return undefined;
    const { value } = result;
    return { reject: value.kind === 'received_transfer' ? value.transfer.reject : undefined };
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
  readonly #wanted = new Map<string, Asked>();
  /** Those that were answered: how many left. */
  #taken = 0;
  #asked = 0;
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
    const open = this.#sides.flatMap(({ outbox }) => [...outbox.values()]);
    expect(open, 'nothing is on its way for ever').toEqual([]);
    const sent = this.#sides.flatMap(({ tables }) => tables.sentTransfers.list());
    expect(sent.length, 'each that was answered left once').toBe(this.#taken);
    for (const row of sent) {
      const received = this.#received(row.transferId);
      expect(row.status === 'done', `${row.transferId} ended in one way`).toBe(
        received === 'credited',
      );
    }
    const [one, two] = this.#sides;
    expect(one.elsewhere + two.elsewhere, 'each has of the other what that one lacks').toBe(0n);
  }

  /** Money is conserved, and no transfer has more than one beginning and one end. */
  check(): void {
    let onTheWay = 0n;
    for (const { tables } of this.#sides)
      for (const { transferId, amount, status } of tables.sentTransfers.list()) {
        const isCredited = this.#received(transferId) === 'credited';
        expect(isCredited && status === 'back', `${transferId} ended at most once`).toBe(false);
        if (!isCredited && status !== 'back') onTheWay += amount;
      }
    const owned = this.#sides[0].owned + this.#sides[1].owned;
    const given = FUNDS * BigInt(2 * OWNERS.length + 1);
    expect(owned + onTheWay, 'money is conserved').toBe(given);
  }

  #received(transferId: number) {
    const { tables } = this.#sides[transferId < NUMBERS ? 1 : 0];
    return tables.receivedTransfers.get(transferId)?.status;
  }

  #tally(what: string): void {
    this.outcomes.set(what, (this.outcomes.get(what) ?? 0) + 1);
  }

  /** A client wants to move something, sometimes more than there is. */
  #ask(): void {
    this.#asked += 1;
    const asked = {
      key: `t${this.#asked}`,
      owner: this.#random.pick([...OWNERS, LATE_OWNER, ...(this.#random.chance(50) ? OWNERS : [])]),
      amount: BigInt(1 + this.#random.below(Number(FUNDS) / 2)),
      from: this.#random.below(2),
    };
    this.#wanted.set(asked.key, asked);
    this.#send({ ...asked, step: 'out', to: asked.from });
  }

  #repeatWanted(): void {
    for (const asked of this.#wanted.values())
      this.#send({ ...asked, step: 'out', to: asked.from });
  }

  /** Any process may be the relay, and several at once: it keeps nothing, the outbox says what to do. */
  #relay(): void {
    for (const row of this.#sides.flatMap(({ outbox }) => [...outbox.values()])) {
      this.#attempts += 1;
      const isAnew = this.#flaw === 'id_of_each_attempt';
      const id = isAnew ? row.id + this.#attempts * ATTEMPTS_MAX : row.id;
      this.#send({ ...row, id, step: 'in', to: 1 - row.from });
      if (this.#flaw === 'back_after_a_timeout' && this.#random.chance(10))
        this.#send({ ...row, step: 'end', to: row.from, refusal: 'account_not_found' });
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
    if (message.step === 'end') this.#tally(message.refusal === undefined ? 'done' : 'back');
    else this.#tally(`${message.step} ${reject ?? 'ok'}`);
    if (message.step === 'out') {
      if (this.#wanted.delete(message.key) && reject === undefined) this.#taken += 1;
      return;
    }
    if (message.step !== 'in') return;
    const id = this.#flaw === 'id_of_each_attempt' ? message.id % ATTEMPTS_MAX : message.id;
    const first = id + (message.from === 1 && id < NUMBERS ? NUMBERS : 0);
    this.#send({ ...message, id: first, step: 'end', to: message.from, refusal: reject });
  }
}
