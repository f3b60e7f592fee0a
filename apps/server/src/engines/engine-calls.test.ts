/** Each call and command goes to the engine that it belongs to, and a transfer's key is looked for at all. */
import { ProblemError, type RouteName } from '@fairlead/contract';
import type { Command } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import { expect, test } from 'vitest';
import { labelOf } from '../core/commands/answer.ts';
import type { CommandPort, Origin } from '../core/commands/port.ts';
import { ENGINE_NAMES, type EngineName } from '../core/config/engines.ts';
import { Answer, type Call } from '../core/http/handler.ts';
import type { SentCommand } from '../core/processes/calls/command-packing.ts';
import type { Outcome } from '../core/processes/messages.ts';
import { type Clients, DividedCommands, EngineCalls } from './engine-calls.ts';

const CALL = { input: {}, idempotencyKey: 'k' } as unknown as Call;
const OK = { kind: 'answer', status: 200, body: '{}', isReplay: false } as const;
const AWAY = { kind: 'problem', code: 'unavailable' } as const;

function clients(outcomes: Partial<Record<EngineName, Outcome>> = {}) {
  const asked: EngineName[] = [];
  const made = ENGINE_NAMES.map((name) => [
    name,
    {
      call: async () => {
        asked.push(name);
        return new Answer(200, '{}', false);
      },
      ask: async () => {
        asked.push(name);
        return outcomes[name] ?? { kind: 'none' };
      },
    },
  ]);
  return { asked, calls: new EngineCalls(Object.fromEntries(made) as Clients) };
}

const transfer = (source: string): Command =>
  ({
    kind: 'transfer',
    owner: 1,
    source,
    target: 'coin',
    currencyId: 3,
    amount: amountMinor(1n),
  }) as unknown as Command;

const sent = (asks: SentCommand['asks']): SentCommand => ({
  ...{ name: 'transfer', userId: 1, sessionKey: 's', language: 'en', key: 'k', fingerprint: 'f' },
  asks,
});

test.each([
  ['openPosition', 'futures'],
  ['buyOption', 'options'],
  ['buyHosting', 'wealth'],
  ['placeOrder', 'spot'],
  ['operatorSaveFutures', 'spot'],
  ['login', 'spot'],
] as [RouteName, EngineName][])('%s is a call of %s', async (route, name) => {
  const { asked, calls } = clients();
  await calls.call(route, CALL);
  expect(asked).toEqual([name]);
});

test('a transfer goes to the keeper of the account that it leaves', async () => {
  const { asked, calls } = clients();
  for (const source of ['contract', 'option', 'trust', 'coin'])
    await calls.ask('transfer', CALL, sent({ kind: 'one', asked: { command: transfer(source) } }));
  // The last of four, after the others were asked whether they know its key.
  const last = asked.filter((_, at) => at % 4 === 3);
  expect(last).toEqual(['futures', 'options', 'wealth', 'spot']);
  expect(new Set(asked.slice(0, 3))).toEqual(new Set(['spot', 'options', 'wealth']));
});

test('a key that another engine has is not used again there; one that is away is not waited for', async () => {
  const conflict = { kind: 'problem', code: 'idempotency_conflict' } as const;
  const submit = async (outcomes: Partial<Record<EngineName, Outcome>>) => {
    const { asked, calls } = clients(outcomes);
    const one = sent({ kind: 'one', asked: { command: transfer('coin') } });
    const outcome = await calls.ask('transfer', CALL, one);
    return [outcome, asked.includes('spot')];
  };
  expect(await submit({ options: AWAY, futures: conflict, spot: OK })).toEqual([conflict, false]);
  expect(await submit({ wealth: OK })).toEqual([OK, false]);
  expect(await submit({ wealth: AWAY, spot: OK })).toEqual([OK, true]);
});

test('a process asks the others too before it executes a transfer under a key', async () => {
  const origin = { name: 'transfer', call: CALL, idempotency: { route: labelOf('transfer') } };
  const submitted: string[] = [];
  const port = (name: string, find: () => Promise<unknown>) =>
    ({ find, submit: async () => submitted.push(name) }) as unknown as CommandPort;
  const submit = (here: () => Promise<unknown>, elsewhere: () => Promise<unknown>) => {
    const ports = [port('here', here), port('elsewhere', elsewhere)] as const;
    const commands = new DividedCommands(['futures'], ...ports);
    return (source: string) =>
      commands.submit(origin as unknown as Origin, { command: transfer(source) });
  };
  const none = async () => undefined;
  const taken = () => Promise.reject(new ProblemError('idempotency_conflict'));
  const away = () => Promise.reject(new ProblemError('unavailable'));
  await expect(submit(none, taken)('contract')).rejects.toThrow();
  await expect(submit(taken, none)('coin')).rejects.toThrow();
  expect(submitted).toEqual([]);
  await submit(none, away)('contract');
  await submit(none, none)('coin');
  expect(submitted).toEqual(['here', 'elsewhere']);
});

test('its key is looked for at all: an answer counts, then who could not say, then none', async () => {
  const find = sent({ kind: 'find' });
  const outcomeOf = (outcomes: Partial<Record<EngineName, Outcome>>) =>
    clients(outcomes).calls.ask('transfer', CALL, find);
  expect(await outcomeOf({ wealth: OK, futures: AWAY })).toEqual(OK);
  expect(await outcomeOf({ futures: AWAY })).toEqual(AWAY);
  expect(await outcomeOf({})).toEqual({ kind: 'none' });
  const { asked, calls } = clients();
  await calls.ask('placeOrder', CALL, { ...find, name: 'placeOrder' });
  expect(asked).toEqual(['spot']);
});

test('a process executes commands of its own engine, and looks for a key here first', async () => {
  const said: string[] = [];
  const port = (name: string, found?: object): CommandPort =>
    ({
      submit: async () => said.push(`${name} submit`),
      submitEach: async () => said.push(`${name} each`),
      find: async () => {
        said.push(`${name} find`);
        return found;
      },
    }) as unknown as CommandPort;
  const origin = (name: RouteName) =>
    ({ name, call: CALL, idempotency: { route: labelOf(name) } }) as unknown as Origin;
  const commands = new DividedCommands(['futures'], port('here'), port('elsewhere', OK));
  const fresh = new DividedCommands(['futures'], port('here'), port('elsewhere'));
  await fresh.submit(origin('transfer'), { command: transfer('contract') });
  await fresh.submit(origin('transfer'), { command: transfer('coin') });
  await commands.submitEach(origin('placeOrders'), []);
  expect(await commands.find(origin('transfer'))).toEqual(OK);
  await commands.find(origin('placeOrder'));
  expect(said).toEqual([
    'elsewhere find',
    'here submit',
    'here find',
    'elsewhere submit',
    'elsewhere each',
    'here find',
    'elsewhere find',
    'elsewhere find',
  ]);
});
