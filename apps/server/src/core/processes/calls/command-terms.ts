/**
 * What commands say that engines of the version before would pass over or not know. Such an engine is never sent one: half of an
 * order is worse than none. Whoever adds a kind or a field to a command of users adds it here, with TERMS one higher.
 */
import type { AskedElement } from '../../commands/port.ts';
import type { Asked } from '../../commands/rules.ts';
import { TERMS } from '../protocol.ts';
import type { Asks } from './command-packing.ts';

type Kind = Asked['command']['kind'];

/** Since which number of TERMS there is a kind at all. */
const KINDS: { readonly [Name in Kind]?: number } = {
  amend_order: 1,
  replace_order: 1,
  place_trigger: 1,
  place_trailing: 1,
  cancel_trigger: 1,
  amend_trigger: 1,
  place_list: 1,
  cancel_list: 1,
  convert: 1,
  set_cancel_timer: 1,
  add_margin: 1,
  reverse_position: 1,
  set_level: 1,
  remove_level: 1,
  amend_position: 1,
};

/** The same of fields of kinds that there were. */
const FIELDS: { readonly [Name in Kind]?: Readonly<Record<string, number>> } = {
  place_order: { selfTrade: 1, expiresAtMs: 1, display: 1 },
  cancel_order: { onlyFilled: 1 },
  close_position: { lots: 1 },
};

/** The number of TERMS that an engine must know to do all that is asked. */
export function termsOf(asks: Asks): number {
  if (asks.kind === 'one') return termsOfOne(asks.asked);
  return asks.kind === 'each' ? Math.max(0, ...asks.elements.map(termsOfOne)) : 0;
}

function termsOfOne(element: AskedElement | Asked): number {
  if (!('command' in element)) return 0;
  const { command } = element;
  const fields = Object.entries(FIELDS[command.kind] ?? {});
  const said = fields.flatMap(([name, since]) => (Object.hasOwn(command, name) ? since : []));
  return Math.min(TERMS, Math.max(KINDS[command.kind] ?? 0, ...said));
}
