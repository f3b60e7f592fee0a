/** Orders and their cancels, field by field: their owner is who calls. */
import type { CancelOrder, PlaceOrder } from '@fairlead/engine';
import { amountMinor, priceTicks, quantityLots, ratePpm } from '@fairlead/units';
import type { Packer, Unpacker } from './packing.ts';

/** Told apart by their place: what is added comes last. */
const FORMS = ['cancel_id', 'cancel_client', 'limit', 'by_quantity', 'by_amount'] as const;
const SIDES = ['buy', 'sell'] as const;
const FORCES = ['gtc', 'ioc', 'fok', 'post_only'] as const;
type Form = (typeof FORMS)[number];

export function packOrder(packer: Packer, command: PlaceOrder | CancelOrder): void {
  const form = formOf(command);
  packer.integer(FORMS.indexOf(form));
  if (command.kind === 'cancel_order') {
    if ('orderId' in command.order) packer.integer(command.order.orderId);
    else packer.text(command.order.clientOrderId);
    return;
  }
  packer.integer(command.marketId);
  packer.integer(SIDES.indexOf(command.side));
  packer.integer(FORCES.indexOf(command.timeInForce));
  packer.text(command.clientOrderId ?? '');
  packer.text(command.shownFeePpm === undefined ? '' : String(command.shownFeePpm));
  if (command.type === 'limit') {
    packer.integer(command.price);
    packer.integer(command.quantity);
  } else if (command.size.by === 'quantity') packer.integer(command.size.quantity);
  else packer.text(String(command.size.amount));
}

/** Throws for what is no order. */
export function unpackOrder(from: Unpacker, owner: number): PlaceOrder | CancelOrder {
  const form = among(FORMS, from.integer());
  if (form === 'cancel_id')
    return { kind: 'cancel_order', owner, order: { orderId: from.integer() } };
  if (form === 'cancel_client')
    return { kind: 'cancel_order', owner, order: { clientOrderId: from.text() } };
  const marketId = from.integer();
  const side = among(SIDES, from.integer());
  const timeInForce = among(FORCES, from.integer());
  const clientOrderId = from.text();
  const shownFee = from.text();
  const base = {
    kind: 'place_order',
    owner,
    marketId,
    side,
    timeInForce,
    ...(clientOrderId !== '' && { clientOrderId }),
    ...(shownFee !== '' && { shownFeePpm: ratePpm(integerOf(shownFee)) }),
  } as const;
  switch (form) {
    case 'limit':
      return {
        ...base,
        type: 'limit',
        price: priceTicks(from.integer()),
        quantity: quantityLots(from.integer()),
      };
    case 'by_quantity':
      return {
        ...base,
        type: 'market',
        size: { by: 'quantity', quantity: quantityLots(from.integer()) },
      };
    default:
      return {
        ...base,
        type: 'market',
        size: { by: 'amount', amount: amountMinor(integerOf(from.text())) },
      };
  }
}

function formOf(command: PlaceOrder | CancelOrder): Form {
  if (command.kind === 'cancel_order')
    return 'orderId' in command.order ? 'cancel_id' : 'cancel_client';
  if (command.type === 'limit') return 'limit';
  return command.size.by === 'quantity' ? 'by_quantity' : 'by_amount';
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
