/**
 * A world under attack, and what its tables looked like before. Goal: to name what a call changed that it must not
 * have: anything, when no schema takes it; money, when it was refused; another's rows, when a user made it. Method:
 * the engine's hash around a right call, digests of all tables around a row of invalid ones.
 */

import { type RouteName, routes } from '@fairlead/contract';
import { stateHash } from '@fairlead/engine';
import { expect } from 'vitest';
import type { TestDatabase } from '../support/test-database.ts';
import { type Answered, attack } from './attack.ts';
import { CODE, type Examples, examplesOf } from './examples.ts';
import { changed, type Digests, LedgerWatch } from './ledger-watch.ts';
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
    if (passesSchema(shot)) return this.#fireRight(shot);
    this.#before ??= await this.#tables();
    const { isOk, hasTicked } = await this.#send(shot);
    // A form or a query may say what JSON does not: then it was right after all.
    if (isOk || hasTicked) this.#before = undefined;
    else this.#harmless.push(shot);
  }

  /** Looks at what the calls since the last look have left behind. */
  async settle(): Promise<void> {
    const [before, calls] = [this.#before, this.#harmless];
    this.#harmless = [];
    if (before !== undefined && calls.length > 0) {
      this.#before = await this.#tables();
      const names = changed(before, this.#before);
      if (names.length > 0)
        throw new Error(`calls that may not changed ${names}: ${JSON.stringify(calls)}`);
    }
    this.#readLog();
  }

  async #fireRight(shot: Shot): Promise<void> {
    const { actor, name } = shot;
    const { access, method } = routes[name];
    if (method === 'GET') {
      await this.#send(shot);
      return;
    }
    await this.settle();
    this.#before = undefined;
    // A public call acts for whoever's password or code it shows.
    const isOwn = isUser(actor) && access.who === 'user';
    const victim = isOwn ? this.world.users[other(actor)].userId : undefined;
    const theirs = victim === undefined ? undefined : await this.#watch.of(victim);
    const money = await this.#money();
    const { isOk, hasTicked } = await this.#send(shot);
    // What a sample sets off is nobody's call.
    if (hasTicked) return;
    if (!isOk && (await this.#money()) !== money) throw new Error('a refusal moved money');
    if (theirs !== undefined && victim !== undefined) {
      const touched = changed(theirs, await this.#watch.of(victim));
      if (touched.length > 0) throw new Error(`${actor} changed what is another's: ${touched}`);
    }
  }

  /** Of all tables, once what earlier calls have set off is written. */
  async #tables(): Promise<Digests> {
    const { context, notices } = this.world.server;
    await context.liabilities.settled();
    await notices.settled();
    await expect.poll(() => context.trading.view(context.reconciler).is_recounting).toBe(false);
    return this.#watch.all();
  }

  /** The hash of the engine's whole state; that the tables say the same is looked at in the end. */
  async #money(): Promise<string> {
    return String(
      await this.world.server.sequencer.atRest(async (engine) => stateHash(engine.holdSnapshot())),
    );
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
