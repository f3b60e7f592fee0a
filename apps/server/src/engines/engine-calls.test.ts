/** Each call and command goes to the engine that it belongs to, and a transfer's key is looked for at all. */
import type { RouteName } from '@fairlead/contract';
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
  expect(asked).toEqual(['futures', 'options', 'wealth', 'spot']);
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
  await commands.submit(origin('transfer'), { command: transfer('contract') });
  await commands.submit(origin('transfer'), { command: transfer('coin') });
  await commands.submitEach(origin('placeOrders'), []);
  expect(await commands.find(origin('transfer'))).toEqual(OK);
  await commands.find(origin('placeOrder'));
  expect(said).toEqual([
    'here submit',
    'elsewhere submit',
    'elsewhere each',
    'here find',
    'elsewhere find',
    'elsewhere find',
  ]);
});
