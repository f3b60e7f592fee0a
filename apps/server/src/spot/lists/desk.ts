/** What of a list of orders is read before the engine is asked. Text off the grid is a field error, never rounded. */
import type { LegTrigger, ListLeg, PlaceList, PlaceOrder } from '@fairlead/engine';
import { FieldProblems } from '../../core/http/fields/problems.ts';
import type { Call } from '../../core/http/handler.ts';
import type { MarketTerms } from '../../market/index.ts';
import {
  type OrderReading,
  readDisplay,
  readPlaced,
  readPrice,
  readQuantity,
  readShownFee,
  readTrail,
} from '../desk.ts';

type ListInput = Call<'placeOrderList'>['input'];
type LegInput = ListInput['legs'][number];

/** How many orders of each kind wait, and whether one stands before them. */
const SHAPES = {
  oco: { legs: 2, isBehind: false },
  oto: { legs: 1, isBehind: true },
  otoco: { legs: 2, isBehind: true },
} as const;

/** The command that a list means by the market's terms; throws field errors. */
export function readList(input: ListInput, { owner, market, say }: OrderReading): PlaceList {
  const problems = new FieldProblems(say);
  const { legs: count, isBehind } = SHAPES[input.kind];
  if (input.legs.length !== count) problems.add('legs', 'required');
  if (isBehind && input.working === undefined) problems.add('working', 'required');
  if (!isBehind && input.working !== undefined) problems.add('working', 'not_both');
  const shownFeePpm = readShownFee(input.shown_fee_rate, problems);
  const shown = shownFeePpm === undefined ? {} : { shownFeePpm };
  const { marketId } = market;
  const working = input.working && {
    ...readPlaced(input.working, market, problems.within('working.')),
    ...{ owner, marketId, ...shown },
  };
  const legs = input.legs.map((leg, at) =>
    readLeg(leg, { market, isBehind, problems: problems.within(`legs.${at}.`) }),
  );
  problems.throwIfAny();
  return {
    kind: 'place_list',
    owner,
    marketId,
    ...(working !== undefined && { working: working as PlaceOrder }),
    legs,
    ...(input.client_order_id !== undefined && { clientListId: input.client_order_id }),
    ...shown,
  };
}

interface LegReading {
  readonly market: MarketTerms;
  readonly isBehind: boolean;
  readonly problems: FieldProblems;
}

function readLeg(input: LegInput, { market, isBehind, problems }: LegReading): ListLeg {
  const { type, trigger, client_order_id: clientOrderId } = input;
  const { self_trade_prevention: selfTrade, expires_at: expiresAtMs } = input;
  const isLimit = type === 'limit';
  if (!isLimit && input.price !== undefined) problems.add('price', 'not_with_market');
  if (!isLimit && trigger === undefined && !isBehind) problems.add('trigger', 'required');
  const price = isLimit ? readPrice(input.price, market, { problems, field: 'price' }) : undefined;
  const isSized = !isBehind || input.quantity !== undefined || input.display_quantity !== undefined;
  const quantity = isSized
    ? readQuantity(input.quantity, market, { problems, field: 'quantity' })
    : undefined;
  const display = readDisplay(input, market, problems);
  const waits = readLegTrigger(input, market, problems);
  return {
    ...{ side: input.side, type },
    timeInForce: input.time_in_force ?? 'gtc',
    ...(price !== undefined && { price }),
    ...(quantity !== undefined && { quantity }),
    ...(display !== undefined && { display }),
    ...(selfTrade !== undefined && { selfTrade }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(waits !== undefined && { trigger: waits }),
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
}

/** What it waits for beside the others: a price, or the best one less a distance. */
function readLegTrigger(
  input: LegInput,
  market: MarketTerms,
  problems: FieldProblems,
): LegTrigger | undefined {
  const { trigger: kind, trigger_by: by = 'index', trigger_price: text } = input;
  if (kind === 'trailing_stop') {
    const { trailPpm, activationPrice } = readTrail(input, market, problems);
    return { kind, by, trailPpm, ...(activationPrice !== undefined && { activationPrice }) };
  }
  for (const field of ['trail_rate', 'activation_price'] as const)
    if (input[field] !== undefined) problems.add(field, 'only_trailing');
  if (kind === undefined) {
    if (text !== undefined) problems.add('trigger', 'required');
    return undefined;
  }
  const price = readPrice(text, market, { problems, field: 'trigger_price' });
  return price === undefined ? undefined : { kind, by, price };
}
