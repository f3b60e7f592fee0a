/** Orders, those that wait for a price, and their cancels, field by field: their owner is who calls. */
import type {
  CancelOrder,
  CancelTrigger,
  Command,
  PlaceOrder,
  PlaceTrigger,
  TriggeredOrder,
} from '@fairlead/engine';
import { amountMinor, assertNever, priceTicks, quantityLots, ratePpm } from '@fairlead/units';
import type { Packer, Unpacker } from './packing.ts';

/** What is packed field by field. */
export type PackedCommand = PlaceOrder | CancelOrder | PlaceTrigger | CancelTrigger;

const KINDS: ReadonlySet<string> = new Set<PackedCommand['kind']>([
  'place_order',
  'cancel_order',
  'place_trigger',
  'cancel_trigger',
]);
export const isPacked = (command: Command): command is PackedCommand => KINDS.has(command.kind);

/** Told apart by their place: what is added comes last. */
const FORMS = [
  'cancel_id',
  'cancel_client',
  'limit',
  'by_quantity',
  'by_amount',
  'cancel_trigger_id',
  'cancel_trigger_client',
  'trigger_limit',
  'trigger_by_quantity',
  'trigger_by_amount',
] as const;
const SIDES = ['buy', 'sell'] as const;
const FORCES = ['gtc', 'ioc', 'fok', 'post_only'] as const;
const TRIGGER_KINDS = ['stop', 'take_profit'] as const;
const TRIGGER_SOURCES = ['index', 'last'] as const;
type Form = (typeof FORMS)[number];

export function packOrder(packer: Packer, command: PackedCommand): void {
  packer.integer(FORMS.indexOf(formOf(command)));
  switch (command.kind) {
    case 'cancel_order': {
      if ('orderId' in command.order) packer.integer(command.order.orderId);
      else packer.text(command.order.clientOrderId);
      return;
    }
    case 'cancel_trigger': {
      if ('triggerId' in command.trigger) packer.integer(command.trigger.triggerId);
      else packer.text(command.trigger.clientOrderId);
      return;
    }
    case 'place_order':
      packBase(packer, command, command.timeInForce);
      packSize(packer, command);
      return;
    case 'place_trigger':
      packBase(packer, command, command.order.timeInForce);
      packer.integer(TRIGGER_KINDS.indexOf(command.triggerKind));
      packer.integer(TRIGGER_SOURCES.indexOf(command.triggerBy));
      packer.integer(command.triggerPrice);
      packSize(packer, command.order);
      return;
    default:
      assertNever(command);
  }
}

function packBase(
  packer: Packer,
  command: PlaceOrder | PlaceTrigger,
  timeInForce: PlaceOrder['timeInForce'],
): void {
  packer.integer(command.marketId);
  packer.integer(SIDES.indexOf(command.side));
  packer.integer(FORCES.indexOf(timeInForce));
  packer.text(command.clientOrderId ?? '');
  packer.text(command.shownFeePpm === undefined ? '' : String(command.shownFeePpm));
}

function packSize(packer: Packer, order: PlaceOrder | TriggeredOrder): void {
  if (order.type === 'limit') {
    packer.integer(order.price);
    packer.integer(order.quantity);
  } else if (order.size.by === 'quantity') packer.integer(order.size.quantity);
  else packer.text(String(order.size.amount));
}

/** Throws for what is no order. */
export function unpackOrder(from: Unpacker, owner: number): PackedCommand {
  const form = among(FORMS, from.integer());
  switch (form) {
    case 'cancel_id':
      return { kind: 'cancel_order', owner, order: { orderId: from.integer() } };
    case 'cancel_client':
      return { kind: 'cancel_order', owner, order: { clientOrderId: from.text() } };
    case 'cancel_trigger_id':
      return { kind: 'cancel_trigger', owner, trigger: { triggerId: from.integer() } };
    case 'cancel_trigger_client':
      return { kind: 'cancel_trigger', owner, trigger: { clientOrderId: from.text() } };
    case 'limit':
    case 'by_quantity':
    case 'by_amount': {
      const { timeInForce, ...base } = unpackBase(from, owner);
      return { kind: 'place_order', ...base, ...unpackSize(from, { form, timeInForce }) };
    }
    case 'trigger_limit':
    case 'trigger_by_quantity':
    case 'trigger_by_amount': {
      const { timeInForce, ...base } = unpackBase(from, owner);
      return {
        kind: 'place_trigger',
        ...base,
        triggerKind: among(TRIGGER_KINDS, from.integer()),
        triggerBy: among(TRIGGER_SOURCES, from.integer()),
        triggerPrice: priceTicks(from.integer()),
        order: unpackSize(from, { form, timeInForce }),
      };
    }
    default:
      return assertNever(form);
  }
}

function unpackBase(from: Unpacker, owner: number) {
  const marketId = from.integer();
  const side = among(SIDES, from.integer());
  const timeInForce = among(FORCES, from.integer());
  const clientOrderId = from.text();
  const shownFee = from.text();
  return {
    owner,
    marketId,
    side,
    timeInForce,
    ...(clientOrderId !== '' && { clientOrderId }),
    ...(shownFee !== '' && { shownFeePpm: ratePpm(integerOf(shownFee)) }),
  };
}

function unpackSize(
  from: Unpacker,
  { form, timeInForce }: { readonly form: Form; readonly timeInForce: PlaceOrder['timeInForce'] },
): TriggeredOrder {
  if (form === 'limit' || form === 'trigger_limit') {
    return {
      type: 'limit',
      timeInForce,
      price: priceTicks(from.integer()),
      quantity: quantityLots(from.integer()),
    };
  }
  const size =
    form === 'by_quantity' || form === 'trigger_by_quantity'
      ? ({ by: 'quantity', quantity: quantityLots(from.integer()) } as const)
      : ({ by: 'amount', amount: amountMinor(integerOf(from.text())) } as const);
  return { type: 'market', timeInForce, size };
}

function formOf(command: PackedCommand): Form {
  switch (command.kind) {
    case 'cancel_order':
      return 'orderId' in command.order ? 'cancel_id' : 'cancel_client';
    case 'cancel_trigger':
      return 'triggerId' in command.trigger ? 'cancel_trigger_id' : 'cancel_trigger_client';
    case 'place_order':
      return sizeOf(command);
    case 'place_trigger':
      return `trigger_${sizeOf(command.order)}`;
    default:
      return assertNever(command);
  }
}

function sizeOf(order: PlaceOrder | TriggeredOrder): 'limit' | 'by_quantity' | 'by_amount' {
  if (order.type === 'limit') return 'limit';
  return order.size.by === 'quantity' ? 'by_quantity' : 'by_amount';
}

function among<Word>(words: readonly Word[], at: number): Word {
  const word = words[at];
  if (word === undefined) throw new RangeError('an order in words that are not known');
  return word;
}

/** BigInt alone takes an empty text for zero, and hexadecimal digits. */
function integerOf(text: string): bigint {
  if (!/^-?\d{1,40}$/.test(text)) throw new RangeError('no integer');
  return BigInt(text);
}
