/** Commands as bytes: each comes out as it went in, and one that was tampered with is refused, or is another whole command. */
import { serialize } from 'node:v8';
import type { Command } from '@fairlead/engine';
import { amountMinor, priceTicks, quantityLots, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Asks, packCommand, type SentCommand, unpackCommand } from './command-packing.ts';
import type { PackedCommand } from './order-packing.ts';
import { Packer, Unpacker } from './packing.ts';

const OWNER = 42;
const base = { kind: 'place_order', owner: OWNER, marketId: 7 } as const;
const market = { ...base, type: 'market', side: 'buy', timeInForce: 'ioc' } as const;
const limit = {
  ...base,
  type: 'limit',
  side: 'sell',
  timeInForce: 'post_only',
  price: priceTicks(1),
  quantity: quantityLots(2 ** 40),
} as const;
const waiting = {
  kind: 'place_trigger',
  owner: OWNER,
  marketId: 7,
  side: 'buy',
  triggerKind: 'stop',
  triggerBy: 'index',
  triggerPrice: priceTicks(2 ** 33),
} as const;
const COMMANDS: readonly (readonly [string, Command])[] = [
  ['a limit order', limit],
  ['one with a name and a fee', { ...limit, clientOrderId: 'a:1/ü', shownFeePpm: ratePpm(0n) }],
  ['a fee below zero', { ...limit, shownFeePpm: ratePpm(-250n) }],
  [
    'a market order by quantity',
    { ...market, size: { by: 'quantity', quantity: quantityLots(0) } },
  ],
  [
    'a market order by an amount of many digits',
    { ...market, timeInForce: 'gtc', size: { by: 'amount', amount: amountMinor(10n ** 30n) } },
  ],
  ['a cancel by id', { kind: 'cancel_order', owner: OWNER, order: { orderId: 2 ** 45 } }],
  ['a cancel by name', { kind: 'cancel_order', owner: OWNER, order: { clientOrderId: '12' } }],
  [
    'a cancel by id of one of which nothing is filled',
    { kind: 'cancel_order', owner: OWNER, order: { orderId: 2 ** 45 }, onlyFilled: 'nothing' },
  ],
  [
    'a cancel by name of one of which a part is filled',
    { kind: 'cancel_order', owner: OWNER, order: { clientOrderId: '12' }, onlyFilled: 'part' },
  ],
  [
    'a limit order that expires',
    { ...limit, timeInForce: 'gtc', selfTrade: 'expire_taker', expiresAtMs: 2 ** 42 },
  ],
  [
    'a market order that passes its own',
    {
      ...market,
      selfTrade: 'expire_both',
      size: { by: 'quantity', quantity: quantityLots(3) },
    },
  ],
  [
    'an amendment by id',
    {
      kind: 'amend_order',
      owner: OWNER,
      marketId: 7,
      order: { orderId: 2 ** 45 },
      price: priceTicks(2 ** 40),
    },
  ],
  [
    'an amendment by name that keeps its place',
    {
      kind: 'amend_order',
      owner: OWNER,
      marketId: 7,
      order: { clientOrderId: '12' },
      quantity: quantityLots(3),
      mustKeepPlace: true,
    },
  ],
  [
    'a limit order that shows a part of itself',
    { ...limit, selfTrade: 'expire_both', display: quantityLots(7) },
  ],
  [
    'an amendment by name of what is shown',
    {
      kind: 'amend_order',
      owner: OWNER,
      marketId: 7,
      order: { clientOrderId: '12' },
      display: quantityLots(3),
    },
  ],
  [
    'an amendment by id of what is shown',
    {
      kind: 'amend_order',
      owner: OWNER,
      marketId: 7,
      order: { orderId: 4 },
      quantity: quantityLots(9),
      display: quantityLots(3),
    },
  ],
  [
    'a replacement by id',
    {
      kind: 'replace_order',
      owner: OWNER,
      order: { orderId: 5 },
      mode: 'allow_failure',
      placed: limit,
    },
  ],
  [
    'a replacement by name',
    {
      kind: 'replace_order',
      owner: OWNER,
      order: { clientOrderId: 'ü' },
      mode: 'stop_on_failure',
      placed: { ...limit, timeInForce: 'gtc', selfTrade: 'expire_maker', expiresAtMs: 9 },
    },
  ],
  [
    'a replacement by id of one of which a part is filled',
    {
      kind: 'replace_order',
      owner: OWNER,
      order: { orderId: 5 },
      onlyFilled: 'part',
      mode: 'stop_on_failure',
      placed: limit,
    },
  ],
  [
    'a replacement by name of one of which nothing is filled',
    {
      kind: 'replace_order',
      owner: OWNER,
      order: { clientOrderId: 'ü' },
      onlyFilled: 'nothing',
      mode: 'allow_failure',
      placed: limit,
    },
  ],
  [
    'a stop',
    {
      ...waiting,
      order: {
        type: 'market',
        timeInForce: 'ioc',
        size: { by: 'amount', amount: amountMinor(7n) },
      },
    },
  ],
  [
    'a take-profit by the last trade, with a name and a fee',
    {
      ...waiting,
      triggerKind: 'take_profit',
      triggerBy: 'last',
      side: 'sell',
      clientOrderId: 'ü',
      shownFeePpm: ratePpm(9n),
      order: {
        type: 'limit',
        timeInForce: 'fok',
        price: priceTicks(4),
        quantity: quantityLots(2 ** 40),
      },
    },
  ],
  [
    'a stop whose limit shows a part of itself, passes its own and expires',
    {
      ...waiting,
      order: {
        ...({ type: 'limit', timeInForce: 'gtc', price: priceTicks(4) } as const),
        ...{ quantity: quantityLots(9), display: quantityLots(3), selfTrade: 'expire_maker' },
      },
      expiresAtMs: 2 ** 42,
    },
  ],
  [
    'a stop at the market that says what is usual',
    {
      ...waiting,
      order: {
        ...({ type: 'market', timeInForce: 'ioc', selfTrade: 'expire_taker' } as const),
        size: { by: 'amount', amount: amountMinor(7n) },
      },
    },
  ],
  [
    'a stop by quantity that expires',
    {
      ...waiting,
      order: {
        ...({ type: 'market', timeInForce: 'ioc' } as const),
        size: { by: 'quantity', quantity: quantityLots(3) },
      },
      expiresAtMs: 7,
    },
  ],
  [
    'a stop by quantity',
    {
      ...waiting,
      order: {
        type: 'market',
        timeInForce: 'gtc',
        size: { by: 'quantity', quantity: quantityLots(3) },
      },
    },
  ],
  [
    'a cancel of a stop by id',
    { kind: 'cancel_trigger', owner: OWNER, trigger: { triggerId: 2 ** 45 } },
  ],
  [
    'a cancel of a stop by name',
    { kind: 'cancel_trigger', owner: OWNER, trigger: { clientOrderId: '12' } },
  ],
  [
    'a transfer',
    {
      kind: 'transfer',
      owner: OWNER,
      source: 'coin',
      target: 'option',
      currencyId: 3,
      amount: amountMinor(5n),
    },
  ],
];

type Of<Kind extends PackedCommand['kind']> = Extract<PackedCommand, { kind: Kind }>;
type FieldsOf<Each> = Each extends unknown ? keyof Each : never;

/** Every field that such a command may have: one that is added is a type error here, and then missing in an example above. */
const FIELDS: { readonly [Kind in PackedCommand['kind']]: Record<FieldsOf<Of<Kind>>, true> } = {
  place_order: {
    ...{ kind: true, owner: true, marketId: true, side: true, type: true, timeInForce: true },
    ...{ price: true, quantity: true, size: true, display: true, clientOrderId: true },
    ...{ shownFeePpm: true, selfTrade: true, expiresAtMs: true },
  },
  cancel_order: { kind: true, owner: true, order: true, onlyFilled: true },
  amend_order: {
    ...{ kind: true, owner: true, marketId: true, order: true, price: true, quantity: true },
    ...{ display: true, mustKeepPlace: true },
  },
  replace_order: {
    ...{ kind: true, owner: true, order: true, onlyFilled: true, mode: true, placed: true },
  },
  place_trigger: {
    ...{ kind: true, owner: true, marketId: true, side: true, triggerKind: true },
    ...{ triggerBy: true, triggerPrice: true, order: true, clientOrderId: true, shownFeePpm: true },
    expiresAtMs: true,
  },
  cancel_trigger: { kind: true, owner: true, trigger: true },
};

test('no field of a command that is packed is left out of the examples', () => {
  for (const [kind, fields] of Object.entries(FIELDS)) {
    const given = COMMANDS.flatMap(([, command]) =>
      command.kind === kind ? Object.keys(command) : [],
    );
    expect([kind, Object.keys(fields).filter((field) => !given.includes(field))]).toEqual([
      kind,
      [],
    ]);
  }
});

const sent = (asks: Asks): SentCommand => ({
  name: 'placeOrder',
  userId: OWNER,
  sessionKey: 'ab'.repeat(32),
  language: 'th',
  key: 'key',
  fingerprint: 'f'.repeat(43),
  asks,
});

function packed(command: SentCommand): Buffer {
  const packer = new Packer();
  packer.frame(() => packCommand(packer, command));
  return Buffer.from(packer.packed());
}

function unpacked(bytes: Buffer): SentCommand {
  const [frame] = new Unpacker(bytes).frames();
  if (frame === undefined) throw new RangeError('no frame');
  return unpackCommand(frame);
}

describe('a command', () => {
  test.each(COMMANDS)('%s', (_, command) => {
    const one = sent({ kind: 'one', asked: { command, reading: '1 2', afterSamplesOf: [7, 9] } });
    expect(unpacked(packed(one))).toEqual(one);
  });

  test('many elements, some of them refused when they were read, and a look for the answer', () => {
    const refused = { status: 422, body: '{"message":"ไม่"}' };
    const elements = COMMANDS.flatMap(([, command]) => [
      { command, afterSamplesOf: [] },
      { refused },
    ]);
    for (const asks of [
      { kind: 'each', elements },
      { kind: 'each', elements: [] },
      { kind: 'find' },
    ] as const)
      expect(unpacked(packed(sent(asks)))).toEqual(sent(asks));
  });

  test.each(COMMANDS)('for somebody else is none: %s', (_, command) => {
    // Orders have no owner on the way: they are the caller's.
    const foreign = { ...command, owner: 43 } as Command;
    const bytes = packed(sent({ kind: 'one', asked: { command: foreign } }));
    if (command.kind === 'transfer') expect(() => unpacked(bytes)).toThrow('somebody else');
    else expect(unpacked(bytes).asks).toMatchObject({ asked: { command: { owner: OWNER } } });
  });

  test('of no call, in no language, or with more behind it is none', () => {
    const find = sent({ kind: 'find' });
    for (const wrong of [{ name: 'toString' }, { language: 'xx' }])
      expect(() => unpacked(packed({ ...find, ...wrong } as never))).toThrow(RangeError);
    const packer = new Packer();
    packer.frame(() => {
      packCommand(packer, find);
      packer.integer(0);
    });
    expect(() => unpacked(packer.packed())).toThrow('more behind');
  });

  test('with a refusal that is not final is none: the engine would keep it as its answer', () => {
    for (const status of [1, 200, 399, 500, 503]) {
      const elements = [{ refused: { status, body: '{}' } }];
      expect(() => unpacked(packed(sent({ kind: 'each', elements })))).toThrow('not final');
    }
  });

  test('is no order in the writing of others, whose numbers nobody checks', () => {
    const find = packed(sent({ kind: 'find' }));
    const packer = new Packer();
    packer.frame(() => {
      const { name, userId, sessionKey, language, key, fingerprint } = sent({ kind: 'find' });
      packer.text(name);
      packer.integer(userId);
      for (const text of [sessionKey, language, key, fingerprint]) packer.text(text);
      packer.integer(1);
      packer.text('');
      packer.integer(0);
      packer.integer(0);
      packer.bytes(serialize({ ...limit, quantity: -5 }));
    });
    // Up to what is asked it is written as others are.
    const head = find.length - 1;
    expect(packer.packed().subarray(4, head)).toEqual(find.subarray(4, head));
    expect(() => unpacked(packer.packed())).toThrow('unchecked');
  });

  test('cut anywhere, or with any byte another, is refused or another command of the same caller', () => {
    const all = COMMANDS.map(([, command]) => packed(sent({ kind: 'one', asked: { command } })));
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.nat(),
        fc.nat(255),
        fc.boolean(),
        (bytes, at, byte, isCut) => {
          const place = at % bytes.length;
          const hurt = Buffer.from(isCut ? bytes.subarray(0, place) : bytes);
          if (!isCut) hurt[place] = byte;
          let read: SentCommand;
          try {
            read = unpacked(hurt);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
            return;
          }
          if (read.asks.kind === 'one')
            expect(read.asks.asked.command).toMatchObject({ owner: read.userId });
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
