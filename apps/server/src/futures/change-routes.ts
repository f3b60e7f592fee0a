/** Calls that change a position: margin added, reversed, amended, stops of parts. */
import { routes } from '@fairlead/contract';
import type { Command, PositionRow } from '@fairlead/engine';
import { routeLabel } from '../core/http/envelope.ts';
import type { Call, Handlers } from '../core/http/handler.ts';
import { answerOnce } from '../core/http/money.ts';
import { prepareAmendment, prepareLevel, prepareMargin, prepareReversal } from './changes.ts';
import type { FuturesNeeds } from './needs.ts';
import { openingFields } from './opening-fields.ts';
import { asOver, atNextSample, ownPosition, viewOf } from './own.ts';

export type ChangeNames =
  | 'addMargin'
  | 'reversePosition'
  | 'amendPosition'
  | 'setStopLevel'
  | 'removeStopLevel';

/** What makes a position larger, or another. */
const OPENING: { readonly [Name in ChangeNames]?: Command['kind'] } = {
  addMargin: 'add_margin',
  reversePosition: 'reverse_position',
  amendPosition: 'amend_position',
};

export function changeHandlers(context: FuturesNeeds): Pick<Handlers, ChangeNames> {
  /** One's own position is read, the command made of it, and answered once. */
  const change = <Name extends ChangeNames>(
    call: Call<Name>,
    {
      name,
      make,
      isAtIndex = false,
    }: {
      readonly name: Name;
      make(row: PositionRow): Command;
      readonly isAtIndex?: boolean;
    },
  ) => {
    const { sequencer, gate } = context;
    const opens = OPENING[name];
    const route = routeLabel(routes[name]);
    return answerOnce(
      { sequencer, gate, call, route, ...(opens !== undefined && { opens }) },
      async (submit) => {
        const row = await ownPosition(context, call);
        const command = make(row);
        return submit({
          ...(isAtIndex ? atNextSample(row, command) : { command }),
          view: viewOf(context),
          told: asOver,
          fields: (reject) => openingFields(reject, call.say),
        });
      },
    );
  };
  return {
    addMargin: (call) =>
      change(call, {
        name: 'addMargin',
        make: (row) => prepareMargin(context, { row, input: call.input, say: call.say }),
      }),
    reversePosition: (call) =>
      change(call, {
        name: 'reversePosition',
        make: (row) => prepareReversal(context, { row, input: call.input, say: call.say }),
        isAtIndex: true,
      }),
    amendPosition: (call) =>
      change(call, {
        name: 'amendPosition',
        make: (row) => prepareAmendment(context, { row, input: call.input, say: call.say }),
      }),
    setStopLevel: (call) =>
      change(call, {
        name: 'setStopLevel',
        make: (row) => prepareLevel({ row, input: call.input, say: call.say }),
      }),
    removeStopLevel: (call) =>
      change(call, {
        name: 'removeStopLevel',
        make: ({ owner, positionId }) => ({
          kind: 'remove_level',
          owner,
          positionId,
          levelId: call.input.level_id,
        }),
      }),
  };
}
