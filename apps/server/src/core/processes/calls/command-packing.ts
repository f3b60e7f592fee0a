/**
 * Commands as gateways send them: orders field by field, all others in v8's own writing. What is read is made of the same
 * checked kinds of numbers as where a call is read; anything else throws, and its command is refused alone.
 */
import { deserialize, serialize } from 'node:v8';
import { LANGUAGES, type Language, type RouteName, routes } from '@fairlead/contract';
import type { AskedElement } from '../../commands/port.ts';
import type { Asked } from '../../commands/rules.ts';
import { isPacked, packOrder, unpackOrder } from './order-packing.ts';
import type { Packer, Unpacker } from './packing.ts';

/** What the engine is asked to do for a call. */
export type Asks =
  | { readonly kind: 'one'; readonly asked: Asked }
  | { readonly kind: 'each'; readonly elements: readonly AskedElement[] }
  /** Nothing: whether the key has an answer. */
  | { readonly kind: 'find' };

/** A call of a user as far as the engine needs it. */
export interface SentCommand {
  readonly name: RouteName;
  readonly userId: number;
  readonly sessionKey: string;
  readonly language: Language;
  readonly key: string;
  readonly fingerprint: string;
  readonly asks: Asks;
}

const ASKS = ['find', 'one', 'each'] as const;
/** How a command is written. */
const IN_V8 = 0;
const AS_ORDER = 1;

export function packCommand(packer: Packer, sent: SentCommand): void {
  const { asks } = sent;
  packer.text(sent.name);
  packer.integer(sent.userId);
  packer.text(sent.sessionKey);
  packer.text(sent.language);
  packer.text(sent.key);
  packer.text(sent.fingerprint);
  packer.integer(ASKS.indexOf(asks.kind));
  if (asks.kind === 'one') packAsked(packer, asks.asked);
  if (asks.kind !== 'each') return;
  packer.integer(asks.elements.length);
  for (const element of asks.elements) {
    if ('refused' in element) {
      packer.integer(element.refused.status);
      packer.text(element.refused.body);
    } else {
      packer.integer(0);
      packAsked(packer, element);
    }
  }
}

/** Throws for anything that packCommand does not write, and for a command of another owner than who calls. */
export function unpackCommand(from: Unpacker): SentCommand {
  const name = from.text() as RouteName;
  if (!Object.hasOwn(routes, name)) throw new RangeError('a command of no call');
  const userId = from.integer();
  const sessionKey = from.text();
  const language = from.text() as Language;
  if (!LANGUAGES.includes(language)) throw new RangeError('a command in no language');
  const [key, fingerprint] = [from.text(), from.text()];
  const asks = unpackAsks(from, userId);
  if (!from.isAtEnd) throw new RangeError('a command with more behind it');
  return { name, userId, sessionKey, language, key, fingerprint, asks };
}

function unpackAsks(from: Unpacker, owner: number): Asks {
  const kind = ASKS[from.integer()];
  switch (kind) {
    case 'find':
      return { kind };
    case 'one':
      return { kind, asked: unpackAsked(from, owner) };
    case 'each': {
      const elements: AskedElement[] = [];
      for (let rest = from.integer(); rest > 0; rest -= 1) {
        const status = from.integer();
        if (status === 0) elements.push(unpackAsked(from, owner));
        else elements.push({ refused: { status: final(status), body: from.text() } });
      }
      return { kind, elements };
    }
    default:
      throw new RangeError('a command that asks nothing');
  }
}

/** A refusal is kept as the answer: one that may pass would be a fault of the engine's. */
function final(status: number): number {
  if (status < 400 || status > 499) throw new RangeError('a refusal that is not final');
  return status;
}

function packAsked(packer: Packer, { command, reading = '', afterSamplesOf = [] }: Asked): void {
  packer.text(reading);
  packer.integer(afterSamplesOf.length);
  for (const marketId of afterSamplesOf) packer.integer(marketId);
  packer.integer(isPacked(command) ? AS_ORDER : IN_V8);
  if (isPacked(command)) packOrder(packer, command);
  else packer.bytes(serialize(command));
}

function unpackAsked(from: Unpacker, owner: number): Asked {
  const reading = from.text();
  const afterSamplesOf: number[] = [];
  for (let rest = from.integer(); rest > 0; rest -= 1) afterSamplesOf.push(from.integer());
  const isOrder = from.integer() === AS_ORDER;
  const command = isOrder ? unpackOrder(from, owner) : deserialize(from.bytes());
  if (command?.owner !== owner) throw new RangeError('a command for somebody else');
  if (!isOrder && isPacked(command)) throw new RangeError('an order with unchecked numbers');
  return { command, ...(reading !== '' && { reading }), afterSamplesOf };
}
