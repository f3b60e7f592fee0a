/** What an amendment and a replacement need beside the writer, and how a replacement is told. */
import type { Language, ProblemError } from '@fairlead/contract';
import type { AmendOrder, OrderRow, Reject, ReplaceOrder, Value } from '@fairlead/engine';
import type { Admissions, Admitted, Asked } from '../../core/commands/rules.ts';
import { failureEnvelope, rejectCode, successEnvelope } from '../../core/http/envelope.ts';
import { type Say, textsOf } from '../../core/texts/texts.ts';
import type { Terms } from '../../market/index.ts';
import { admitToMarkets, type OwnIds, ownIdsOf } from '../admission.ts';
import type { SpotCommandNeeds } from '../needs.ts';
import { orderView } from '../views.ts';

/** No order's: what somebody else's looks like. */
const NO_ORDER_ID = 0;

/** Like an order of their market, about one of the caller's own. */
export function admitChanges<Asking extends AmendOrder | ReplaceOrder>(
  context: SpotCommandNeeds,
  asked: readonly Asked<Asking>[],
  marketOf: (command: Asking) => number,
): Admissions | Promise<Admissions> {
  const enter = (find: OwnIds): readonly (Admitted | ProblemError)[] =>
    admitToMarkets(
      context,
      asked.map((each) => ({
        ...each,
        command: {
          ...each.command,
          order: { orderId: find(each.command.order) ?? NO_ORDER_ID },
        },
      })),
      marketOf,
    );
  const own = ownIdsOf(
    context,
    asked.map(({ command }) => command),
  );
  return own instanceof Promise ? own.then(enter) : enter(own);
}

/** Which input a refusal is about. */
export const expiryFields = (reject: Reject, say: Say) =>
  reject === 'expiry_out_of_range' ? { expires_at: say('fields.within_a_year') } : undefined;

/** Both of its halves as each would have been answered by itself. */
export function replacementView(value: Value, language: Language, terms: Terms) {
  if (value.kind !== 'replacement') throw new TypeError(`a replacement answered ${value.kind}`);
  const half = (end: OrderRow | Reject) =>
    typeof end === 'string'
      ? failureEnvelope(rejectCode(end), language, { fields: expiryFields(end, textsOf(language)) })
      : successEnvelope({ order: orderView(end, terms) });
  return { cancelled: half(value.cancelled), placed: half(value.placed) };
}
