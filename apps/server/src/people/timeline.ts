/** A user's timeline, and notes that operators leave each other in it. */
import { type ResponseOf, TIMELINE_KINDS } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import { amountText } from '../core/http/figures.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { textsOf } from '../core/texts/texts.ts';
import { sayReason } from '../notices/index.ts';
import { findUser } from './lookup.ts';
import type { PeopleNeeds } from './needs.ts';
import { readsRecords } from './search.ts';
import { insertNote, type TimelineRow, timelineOf } from './timeline-queries.ts';

type Event = ResponseOf<'operatorTimeline'>[number];

export function timelineHandlers(
  context: PeopleNeeds,
): Pick<Handlers, 'operatorTimeline' | 'addUserNote'> {
  return {
    operatorTimeline: async (call) => {
      const { userId } = await findUser(context, call.input.id);
      const withRecords = readsRecords(call);
      const rows = await timelineOf(context.database, userId, { withRecords });
      return rows.flatMap((row) => eventOf(context, row));
    },
    addUserNote: (call) => addNote(context, call),
  };
}

/** The note itself is kept in its own table, which takes no change either. */
async function addNote(context: PeopleNeeds, call: Call<'addUserNote'>): Promise<string> {
  const { id, text } = call.input;
  const { userId } = await findUser(context, id);
  const { operatorId } = operatorOf(call);
  return act(context, call, { action: 'user.noted', subject: `user ${id}` }, async () => {
    const nowMs = context.clock.now();
    await insertNote(context.database, { userId, operatorId, text: text.trim(), nowMs });
    return call.say('done.saved');
  });
}

const KINDS: ReadonlySet<string> = new Set(TIMELINE_KINDS);
const ENGLISH = textsOf('en');

/** What stands under a status that is none of the known is left out: under review is said by its asking. */
function eventOf({ terms }: PeopleNeeds, row: TimelineRow): Event[] {
  const { kind, atMs, id, operatorName, text, money } = row;
  if (!KINDS.has(kind)) return [];
  const said = text !== undefined && kind !== 'note' ? sayReason(text, ENGLISH) : text;
  const currency = money && terms.knownCurrency(money.currencyId);
  return [
    {
      kind: kind as Event['kind'],
      time: atMs,
      ...(id !== undefined && { id }),
      ...(operatorName !== undefined && { operator: operatorName }),
      ...(money !== undefined &&
        currency !== undefined && {
          amount: amountText(money.amount, currency),
          currency: currency.name,
        }),
      ...(said !== undefined && { text: said }),
    },
  ];
}
