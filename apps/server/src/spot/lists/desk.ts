/** What of a list of orders is read before the engine is asked. Text off the grid is a field error, never rounded. */
import type { ListLeg, PlaceList, PlaceOrder } from '@fairlead/engine';
import { FieldProblems } from '../../core/http/fields/problems.ts';
import type { Call } from '../../core/http/handler.ts';
import type { MarketTerms } from '../../market/index.ts';
import {
  type OrderReading,
  readExpiry,
  readPrice,
  readQuantity,
  readShownFee,
  readTerms,
} from '../desk.ts';

type ListInput = Call<'placeOrderList'>['input'];
type LegInput = ListInput['legs'][number];
type WorkingInput = NonNullable<ListInput['working']>;

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
    ...readWorking(input.working, market, problems),
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

function readWorking(input: WorkingInput, market: MarketTerms, all: FieldProblems) {
  const problems = all.within('working.');
  const terms = readTerms(input, market, problems);
  const expiresAtMs = readExpiry(input, problems);
  const { self_trade_prevention: selfTrade, client_order_id: clientOrderId } = input;
  return {
    kind: 'place_order',
    side: input.side,
    timeInForce: input.time_in_force ?? 'gtc',
    ...terms,
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...(selfTrade !== undefined && { selfTrade }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  } as const;
}

interface LegReading {
  readonly market: MarketTerms;
  readonly isBehind: boolean;
  readonly problems: FieldProblems;
}

function readLeg(input: LegInput, { market, isBehind, problems }: LegReading): ListLeg {
  const { type, trigger, client_order_id: clientOrderId } = input;
  const isLimit = type === 'limit';
  if (!isLimit && input.price !== undefined) problems.add('price', 'not_with_market');
  if (!isLimit && trigger === undefined) problems.add('trigger', 'required');
  const price = isLimit ? readPrice(input.price, market, { problems, field: 'price' }) : undefined;
  const isSized = !isBehind || input.quantity !== undefined;
  const quantity = isSized
    ? readQuantity(input.quantity, market, { problems, field: 'quantity' })
    : undefined;
  if (trigger === undefined && input.trigger_price !== undefined)
    problems.add('trigger', 'required');
  const triggerPrice =
    trigger === undefined
      ? undefined
      : readPrice(input.trigger_price, market, { problems, field: 'trigger_price' });
  return {
    ...{ side: input.side, type },
    timeInForce: input.time_in_force ?? 'gtc',
    ...(price !== undefined && { price }),
    ...(quantity !== undefined && { quantity }),
    ...(trigger !== undefined &&
      triggerPrice !== undefined && {
        trigger: { kind: trigger, by: input.trigger_by ?? 'index', price: triggerPrice },
      }),
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
}
