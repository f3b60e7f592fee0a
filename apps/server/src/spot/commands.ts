/** What orders need beside the writer: a market whose terms are those that they were read by, and whose order is cancelled. */
import type {
  AmendOrder,
  AmendTrigger,
  CancelList,
  CancelOrder,
  CancelTrigger,
  Convert,
  PlaceList,
  PlaceOrder,
  PlaceTrailing,
  PlaceTrigger,
  ReplaceOrder,
  SetCancelTimer,
  Value,
} from '@fairlead/engine';
import type {
  Admissions,
  Admitted,
  Asked,
  CommandRule,
  CommandRules,
} from '../core/commands/rules.ts';
import { admitToMarkets, type OwnIds, ownIdsOf } from './admission.ts';
import { admitChanges, expiryFields, replacementView } from './changes/commands.ts';
import { admitConversions } from './convert/routes.ts';
import { conversionView } from './convert/views.ts';
import { admitListCancels } from './lists/routes.ts';
import { listAnswer } from './lists/views.ts';
import type { SpotCommandNeeds } from './needs.ts';
import { timerView } from './timers/routes.ts';
import { triggerIdNamed } from './triggers/queries.ts';
import { triggerView } from './triggers/views.ts';
import { orderView } from './views.ts';

export function spotCommands(
  context: SpotCommandNeeds,
): Pick<
  CommandRules,
  | 'place_order'
  | 'cancel_order'
  | 'amend_order'
  | 'replace_order'
  | 'place_trigger'
  | 'place_trailing'
  | 'cancel_trigger'
  | 'amend_trigger'
  | 'place_list'
  | 'cancel_list'
  | 'convert'
  | 'set_cancel_timer'
> {
  const { terms } = context;
  const admitOrders = (
    asked: readonly Asked<PlaceOrder | PlaceTrigger | PlaceTrailing | PlaceList>[],
  ) => admitToMarkets(context, asked, ({ marketId }) => marketId);
  const view = (value: Value) => {
    if (value.kind !== 'order') throw new TypeError(`an order answered ${value.kind}`);
    return { order: orderView(value.order, terms) };
  };
  const viewOfTrigger = (value: Value) => {
    if (value.kind !== 'trigger') throw new TypeError(`a trigger order answered ${value.kind}`);
    return { trigger_order: triggerView(value.trigger, terms) };
  };
  const viewOfList = (value: Value) => listAnswer(value, terms);
  return {
    place_order: { admit: (asked) => admitOrders(asked), view, fields: expiryFields },
    cancel_order: { admit: (asked) => admitCancels(context, asked), view },
    amend_order: {
      admit: (asked) => admitChanges(context, asked, ({ marketId }) => marketId),
      view,
    },
    replace_order: {
      admit: (asked) => admitChanges(context, asked, ({ placed }) => placed.marketId),
      view: (value, language) => replacementView(value, language, terms),
    },
    place_trigger: {
      admit: (asked) => admitOrders(asked),
      view: viewOfTrigger,
      fields: expiryFields,
    },
    place_trailing: {
      admit: (asked) => admitOrders(asked),
      view: viewOfTrigger,
      fields: expiryFields,
    },
    cancel_trigger: {
      admit: (asked) => admitTriggerCancels(context, asked),
      view: viewOfTrigger,
    },
    amend_trigger: {
      admit: (asked) => admitTriggerChanges(context, asked),
      view: viewOfTrigger,
    },
    place_list: {
      admit: (asked) => admitOrders(asked),
      view: viewOfList,
      fields: expiryFields,
    },
    cancel_list: { admit: (asked) => admitListCancels(context, asked), view: viewOfList },
    convert: {
      admit: (asked) => admitConversions(context, asked),
      view: (value) => conversionView(value, terms),
    },
    set_cancel_timer: {
      view: (value) => {
        if (value.kind !== 'cancel_timer') throw new TypeError(`a timer answered ${value.kind}`);
        return timerView(value);
      },
    },
  } satisfies {
    place_order: CommandRule<PlaceOrder>;
    cancel_order: CommandRule<CancelOrder>;
    amend_order: CommandRule<AmendOrder>;
    replace_order: CommandRule<ReplaceOrder>;
    place_trigger: CommandRule<PlaceTrigger>;
    place_trailing: CommandRule<PlaceTrailing>;
    cancel_trigger: CommandRule<CancelTrigger>;
    amend_trigger: CommandRule<AmendTrigger>;
    place_list: CommandRule<PlaceList>;
    cancel_list: CommandRule<CancelList>;
    convert: CommandRule<Convert>;
    set_cancel_timer: CommandRule<SetCancelTimer>;
  };
}

/** A stranger's must look as if there were none. */
function admitCancels(
  context: SpotCommandNeeds,
  asked: readonly Asked<CancelOrder>[],
): readonly Admitted[] | Promise<readonly Admitted[]> {
  const admit = (find: OwnIds) =>
    asked.map(({ command }) => cancelling(command, find(command.order)));
  const own = ownIdsOf(
    context,
    asked.map(({ command }) => command),
  );
  return own instanceof Promise ? own.then(admit) : admit(own);
}

const cancelling = (command: CancelOrder, ownId: number | undefined): Admitted =>
  ownId === undefined
    ? { command, told: () => 'order_not_found' }
    : { command: { ...command, order: { orderId: ownId } } };

/** As with orders: a stranger's must look as if there were none, and one's own that is over is that by either name. */
function admitTriggerCancels(
  { database }: SpotCommandNeeds,
  asked: readonly Asked<CancelTrigger>[],
): Promise<readonly Admitted[]> {
  return Promise.all(
    asked.map(async ({ command }): Promise<Admitted> => {
      const triggerId = await triggerIdNamed(database, command.owner, command.trigger);
      return triggerId === undefined
        ? { command, told: () => 'order_not_found' }
        : { command: { ...command, trigger: { triggerId } } };
    }),
  );
}

/** No trigger order's: what somebody else's looks like. */
const NO_TRIGGER_ID = 0;

/** Like an order of their market, about one of the caller's own. */
async function admitTriggerChanges(
  context: SpotCommandNeeds,
  asked: readonly Asked<AmendTrigger>[],
): Promise<Admissions> {
  const ids = await Promise.all(
    asked.map(({ command: { owner, trigger } }) =>
      triggerIdNamed(context.database, owner, trigger),
    ),
  );
  const named = asked.map((each, at) => ({
    ...each,
    command: { ...each.command, trigger: { triggerId: ids[at] ?? NO_TRIGGER_ID } },
  }));
  return admitToMarkets(context, named, ({ marketId }) => marketId);
}
