/** Orders, those that wait for a price, and their cancels, field by field: their owner is who calls. */
import {
  type AmendOrder,
  type CancelOrder,
  type CancelTrigger,
  type Command,
  type FilledSoFar,
  type PlaceOrder,
  type PlaceTrigger,
  type ReplaceOrder,
  SELF_TRADE_MODES,
  type TriggeredOrder,
} from '@fairlead/engine';
import {
  amountMinor,
  assertNever,
  priceTicks,
  type QuantityLots,
  quantityLots,
  ratePpm,
} from '@fairlead/units';
import { among, integerOf, numberOf, textOf } from './order-words.ts';
import type { Packer, Unpacker } from './packing.ts';

/** What is packed field by field. */
export type PackedCommand =
  | PlaceOrder
  | CancelOrder
  | AmendOrder
  | ReplaceOrder
  | PlaceTrigger
  | CancelTrigger;

const KINDS: ReadonlySet<string> = new Set<PackedCommand['kind']>([
  'place_order',
  'cancel_order',
  'amend_order',
  'replace_order',
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
  'amend_id',
  'amend_client',
  'replace_id',
  'replace_client',
  'limit_with_terms',
  'by_quantity_with_terms',
  'by_amount_with_terms',
  'limit_with_display',
  'amend_id_with_display',
  'amend_client_with_display',
  'cancel_id_filled',
  'cancel_client_filled',
  'replace_id_filled',
  'replace_client_filled',
  'trigger_limit_with_terms',
  'trigger_by_quantity_with_terms',
  'trigger_by_amount_with_terms',
] as const;
const SIDES = ['buy', 'sell'] as const;
const FORCES = ['gtc', 'ioc', 'fok', 'post_only'] as const;
const FILLED = ['nothing', 'part'] as const satisfies readonly FilledSoFar[];
const REPLACE_MODES = ['stop_on_failure', 'allow_failure'] as const;
const TRIGGER_KINDS = ['stop', 'take_profit'] as const;
const TRIGGER_SOURCES = ['index', 'last'] as const;
type Form = (typeof FORMS)[number];
const LIMIT_FORMS: ReadonlySet<Form> = new Set([
  'limit',
  'limit_with_terms',
  'limit_with_display',
  'trigger_limit',
  'trigger_limit_with_terms',
]);

export function packOrder(packer: Packer, command: PackedCommand): void {
  packer.integer(FORMS.indexOf(formOf(command)));
  switch (command.kind) {
    case 'cancel_order':
      packName(packer, command);
      packFilled(packer, command);
      return;
    case 'amend_order':
      packName(packer, command);
      packer.integer(command.marketId);
      packer.text(textOf(command.price));
      packer.text(textOf(command.quantity));
      packer.integer(command.mustKeepPlace === true ? 1 : 0);
      if (command.display !== undefined) packer.integer(command.display);
      return;
    case 'replace_order':
      packName(packer, command);
      packFilled(packer, command);
      packer.integer(REPLACE_MODES.indexOf(command.mode));
      packOrder(packer, command.placed);
      return;
    case 'cancel_trigger': {
      if ('triggerId' in command.trigger) packer.integer(command.trigger.triggerId);
      else packer.text(command.trigger.clientOrderId);
      return;
    }
    case 'place_order':
      packBase(packer, command, command.timeInForce);
      packSize(packer, command);
      if (hasTerms(command)) packTerms(packer, command);
      if (displayOf(command) !== undefined) packer.integer(displayOf(command) ?? 0);
      return;
    case 'place_trigger':
      packBase(packer, command, command.order.timeInForce);
      packer.integer(TRIGGER_KINDS.indexOf(command.triggerKind));
      packer.integer(TRIGGER_SOURCES.indexOf(command.triggerBy));
      packer.integer(command.triggerPrice);
      packSize(packer, command.order);
      if (isBeside(command)) packBeside(packer, command);
      return;
    default:
      assertNever(command);
  }
}

function packName(packer: Packer, { order }: Pick<CancelOrder, 'order'>): void {
  if ('orderId' in order) packer.integer(order.orderId);
  else packer.text(order.clientOrderId);
}

function packFilled(packer: Packer, { onlyFilled }: Pick<CancelOrder, 'onlyFilled'>): void {
  if (onlyFilled !== undefined) packer.integer(FILLED.indexOf(onlyFilled));
}

/** Few orders have any: those without are written as they were before there were some. */
const hasTerms = (order: PlaceOrder): boolean =>
  order.selfTrade !== undefined ||
  (order.type === 'limit' && order.expiresAtMs !== undefined) ||
  displayOf(order) !== undefined;

const displayOf = (order: PlaceOrder): QuantityLots | undefined =>
  order.type === 'limit' ? order.display : undefined;

function packTerms(packer: Packer, order: PlaceOrder): void {
  packer.integer(SELF_TRADE_MODES.indexOf(order.selfTrade ?? 'expire_taker'));
  packer.text(textOf(order.type === 'limit' ? order.expiresAtMs : undefined));
}

/** The same of what waits for a price. */
const isBeside = ({ order, expiresAtMs }: PlaceTrigger): boolean =>
  order.selfTrade !== undefined ||
  expiresAtMs !== undefined ||
  (order.type === 'limit' && order.display !== undefined);

function packBeside(packer: Packer, { order, expiresAtMs }: PlaceTrigger): void {
  const { selfTrade } = order;
  packer.integer(selfTrade === undefined ? 0 : 1 + SELF_TRADE_MODES.indexOf(selfTrade));
  packer.text(textOf(expiresAtMs));
  packer.text(textOf(order.type === 'limit' ? order.display : undefined));
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
  packer.text(textOf(command.shownFeePpm));
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
    case 'cancel_id_filled':
      return unpackCancel(from, owner, { orderId: from.integer() });
    case 'cancel_client_filled':
      return unpackCancel(from, owner, { clientOrderId: from.text() });
    case 'cancel_trigger_id':
      return { kind: 'cancel_trigger', owner, trigger: { triggerId: from.integer() } };
    case 'cancel_trigger_client':
      return { kind: 'cancel_trigger', owner, trigger: { clientOrderId: from.text() } };
    case 'amend_id':
      return unpackAmendment(from, owner, { orderId: from.integer() });
    case 'amend_client':
      return unpackAmendment(from, owner, { clientOrderId: from.text() });
    case 'amend_id_with_display':
      return withDisplay(from, unpackAmendment(from, owner, { orderId: from.integer() }));
    case 'amend_client_with_display':
      return withDisplay(from, unpackAmendment(from, owner, { clientOrderId: from.text() }));
    case 'replace_id':
      return unpackReplacement(from, owner, { orderId: from.integer() });
    case 'replace_client':
      return unpackReplacement(from, owner, { clientOrderId: from.text() });
    case 'replace_id_filled':
      return unpackFilledReplacement(from, owner, { orderId: from.integer() });
    case 'replace_client_filled':
      return unpackFilledReplacement(from, owner, { clientOrderId: from.text() });
    case 'limit':
    case 'by_quantity':
    case 'by_amount': {
      const { timeInForce, ...base } = unpackBase(from, owner);
      return { kind: 'place_order', ...base, ...unpackSize(from, { form, timeInForce }) };
    }
    case 'limit_with_terms':
    case 'by_quantity_with_terms':
    case 'by_amount_with_terms':
    case 'limit_with_display': {
      const { timeInForce, ...base } = unpackBase(from, owner);
      const size = unpackSize(from, { form, timeInForce });
      const selfTrade = among(SELF_TRADE_MODES, from.integer());
      const expiresAtMs = numberOf(from.text());
      const terms = { selfTrade, ...(expiresAtMs !== undefined && { expiresAtMs }) };
      const order: PlaceOrder = { kind: 'place_order', ...base, ...size, ...terms };
      return form === 'limit_with_display' ? withDisplay(from, order) : order;
    }
    case 'trigger_limit':
    case 'trigger_by_quantity':
    case 'trigger_by_amount':
      return unpackTrigger(from, { owner, form });
    case 'trigger_limit_with_terms':
    case 'trigger_by_quantity_with_terms':
    case 'trigger_by_amount_with_terms':
      return withBeside(from, unpackTrigger(from, { owner, form }));
    default:
      return assertNever(form);
  }
}

const withDisplay = <Command extends PackedCommand>(from: Unpacker, command: Command): Command => ({
  ...command,
  display: quantityLots(from.integer()),
});

function unpackTrigger(
  from: Unpacker,
  { owner, form }: { readonly owner: number; readonly form: Form },
): PlaceTrigger {
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

function withBeside(from: Unpacker, command: PlaceTrigger): PlaceTrigger {
  const mode = from.integer();
  const [expiresAtMs, display] = [numberOf(from.text()), numberOf(from.text())];
  const order = {
    ...command.order,
    ...(mode > 0 && { selfTrade: among(SELF_TRADE_MODES, mode - 1) }),
    ...(display !== undefined && { display: quantityLots(display) }),
  };
  return { ...command, order, ...(expiresAtMs !== undefined && { expiresAtMs }) };
}

function unpackAmendment(from: Unpacker, owner: number, order: CancelOrder['order']): AmendOrder {
  const marketId = from.integer();
  const [price, quantity] = [numberOf(from.text()), numberOf(from.text())];
  const mustKeepPlace = from.integer() === 1;
  return {
    ...{ kind: 'amend_order', owner, marketId, order },
    ...(price !== undefined && { price: priceTicks(price) }),
    ...(quantity !== undefined && { quantity: quantityLots(quantity) }),
    ...(mustKeepPlace && { mustKeepPlace }),
  };
}

const unpackCancel = (from: Unpacker, owner: number, order: CancelOrder['order']): CancelOrder => ({
  kind: 'cancel_order',
  owner,
  order,
  onlyFilled: among(FILLED, from.integer()),
});

function unpackFilledReplacement(
  from: Unpacker,
  owner: number,
  order: CancelOrder['order'],
): ReplaceOrder {
  const onlyFilled = among(FILLED, from.integer());
  return { ...unpackReplacement(from, owner, order), onlyFilled };
}

function unpackReplacement(
  from: Unpacker,
  owner: number,
  order: CancelOrder['order'],
): ReplaceOrder {
  const mode = among(REPLACE_MODES, from.integer());
  const placed = unpackOrder(from, owner);
  if (placed.kind !== 'place_order') throw new RangeError('what replaces an order is placed');
  return { kind: 'replace_order', owner, order, mode, placed };
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
  if (LIMIT_FORMS.has(form)) {
    return {
      type: 'limit',
      timeInForce,
      price: priceTicks(from.integer()),
      quantity: quantityLots(from.integer()),
    };
  }
  const size = form.includes('by_quantity')
    ? ({ by: 'quantity', quantity: quantityLots(from.integer()) } as const)
    : ({ by: 'amount', amount: amountMinor(integerOf(from.text())) } as const);
  return { type: 'market', timeInForce, size };
}

function formOf(command: PackedCommand): Form {
  switch (command.kind) {
    case 'cancel_order':
      return filledForm('orderId' in command.order ? 'cancel_id' : 'cancel_client', command);
    case 'cancel_trigger':
      return 'triggerId' in command.trigger ? 'cancel_trigger_id' : 'cancel_trigger_client';
    case 'amend_order': {
      const form = 'orderId' in command.order ? 'amend_id' : 'amend_client';
      return command.display === undefined ? form : `${form}_with_display`;
    }
    case 'replace_order':
      return filledForm('orderId' in command.order ? 'replace_id' : 'replace_client', command);
    case 'place_order':
      if (displayOf(command) !== undefined) return 'limit_with_display';
      return hasTerms(command) ? `${sizeOf(command)}_with_terms` : sizeOf(command);
    case 'place_trigger':
      return isBeside(command)
        ? `trigger_${sizeOf(command.order)}_with_terms`
        : `trigger_${sizeOf(command.order)}`;
    default:
      return assertNever(command);
  }
}

const filledForm = <Name extends 'cancel_id' | 'cancel_client' | 'replace_id' | 'replace_client'>(
  name: Name,
  { onlyFilled }: Pick<CancelOrder, 'onlyFilled'>,
): Name | `${Name}_filled` => (onlyFilled === undefined ? name : `${name}_filled`);

function sizeOf(order: PlaceOrder | TriggeredOrder): 'limit' | 'by_quantity' | 'by_amount' {
  if (order.type === 'limit') return 'limit';
  return order.size.by === 'quantity' ? 'by_quantity' : 'by_amount';
}
