/**
 * A world under attack, and what its tables looked like before. Goal: to name what a call changed that it must not
 * have: anything, when no schema takes it; money, when it was refused; another's rows, when a user made it. Method:
 * digests of the tables are taken when something may change, so that a row of invalid calls costs one.
 */
import { type RouteName, routes } from '@fairlead/contract';
import type { TestDatabase } from '../store/test-database.ts';
import { type Answered, attack } from './attack.ts';
import { CODE, type Examples, examplesOf } from './examples.ts';
import { changed, changedMoney, type Digests, LedgerWatch } from './ledger-watch.ts';
import type { Wire } from './mutations.ts';
import { type Actor, createWorld, isUser, other, type World } from './world.ts';

export interface Shot {
  readonly actor: Actor;
  readonly name: RouteName;
  readonly wire: Wire;
}

/** Whether the contract takes the request, were it JSON with the right headers: '' is what was left out. */
const passesSchema = ({ name, wire }: Shot): boolean => {
  const given = Object.entries(wire.fields).filter(([, value]) => value !== '');
  return (
    wire.raw === undefined && routes[name].request.safeParse(Object.fromEntries(given)).success
  );
};

export class Siege {
  readonly world: World;
  readonly examples: Examples;
  readonly #watch: LedgerWatch;
  readonly #log: string[];
  /** How all tables were before the calls that must not change any. */
  #before: Digests | undefined;
  #harmless: Shot[] = [];
  /** Routes that have succeeded at least once: the others were attacked at their door only. */
  readonly reached = new Set<RouteName>();

  private constructor(
    { world, examples }: Pick<Siege, 'world' | 'examples'>,
    watch: LedgerWatch,
    log: string[],
  ) {
    this.world = world;
    this.examples = examples;
    this.#watch = watch;
    this.#log = log;
  }

  static async open(opened?: TestDatabase): Promise<Siege> {
    const log: string[] = [];
    const world = await createWorld({ logTo: (line) => log.push(line), opened });
    const examples = await examplesOf(world);
    const watch = await LedgerWatch.open(world.server.context.database);
    return new Siege({ world, examples }, watch, log);
  }

  /** Sends one request; throws what is wrong with its answer or with what it did. */
  async fire(shot: Shot): Promise<void> {
    const isReading = routes[shot.name].method === 'GET';
    if (isReading || !passesSchema(shot)) {
      this.#before ??= await this.#watch.all();
      const { isOk, hasTicked } = await this.#send(shot);
      if (hasTicked || (isOk && !isReading)) this.#before = undefined;
      else this.#harmless.push(shot);
    } else await this.#fireRight(shot);
  }

  /** Looks at what the calls since the last look have left behind. */
  async settle(): Promise<void> {
    const [before, calls] = [this.#before, this.#harmless];
    this.#harmless = [];
    if (before !== undefined && calls.length > 0) {
      this.#before = await this.#watch.all();
      const names = changed(before, this.#before);
      if (names.length > 0)
        throw new Error(`calls that may not changed ${names}: ${JSON.stringify(calls)}`);
    }
    this.#readLog();
  }

  async #fireRight(shot: Shot): Promise<void> {
    await this.settle();
    const before = this.#before ?? (await this.#watch.all());
    const { actor } = shot;
    const victim = isUser(actor) ? this.world.users[other(actor)].userId : undefined;
    const theirs = victim === undefined ? undefined : await this.#watch.of(victim);
    const { isOk, hasTicked } = await this.#send(shot);
    this.#before = undefined;
    // What a sample sets off is nobody's call.
    if (hasTicked) return;
    if (!isOk) {
      const now = await this.#watch.all();
      const moved = changedMoney(before, now);
      if (moved.length > 0) throw new Error(`a refusal moved money: ${moved}`);
      this.#before = now;
    } else if (theirs !== undefined && victim !== undefined) {
      const touched = changed(theirs, await this.#watch.of(victim));
      if (touched.length > 0) throw new Error(`${actor} changed what is another's: ${touched}`);
    }
  }

  async #send({ actor, name, wire }: Shot): Promise<Answered> {
    const answered = await attack(this.world, name, {
      actor,
      wire: await this.#withCode(actor, wire),
    });
    if (answered.isOk) this.reached.add(name);
    const hasOwnToken = !Object.hasOwn(wire.headers, 'authorization');
    if (answered.error === 'not_logged_in' && hasOwnToken) {
      await this.world.logIn(actor);
      this.#before = undefined;
      this.#harmless = [];
    }
    return answered;
  }

  /** Puts a code that was just sent where one is asked for. */
  async #withCode(actor: Actor, wire: Wire): Promise<Wire> {
    const { code } = wire.fields;
    if (!isUser(actor) || typeof code !== 'string' || !code.startsWith(CODE)) return wire;
    const { server, users, tokenOf } = this.world;
    await server.pass(60_000);
    this.#before = undefined;
    this.#harmless = [];
    await server.call(
      'smsOtherMail',
      { scene: code.slice(CODE.length) },
      { token: tokenOf(actor) },
    );
    const sent = await server.code(users[actor].email).catch(() => '000000');
    return { ...wire, fields: { ...wire.fields, code: sent } };
  }

  #readLog(): void {
    const lines = this.#log.splice(0).join('');
    for (const secret of this.world.secrets())
      if (lines.includes(secret))
        throw new Error(`a secret is in the log: ${lines.slice(0, 2_000)}`);
  }
}
