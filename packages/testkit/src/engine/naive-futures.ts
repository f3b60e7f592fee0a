/**
 * What futures should do, as simply as it can be said: every position is kept for ever in one list, each sample looks at
 * all of them and asks the rules themselves, and what is frozen, reserved or open is counted anew each time. There are no thresholds, heaps or sums here, and no formula of the engine's: it shares only its types.
 */
import type { Command, Reject, Stamp } from '@fairlead/engine';
import type { PriceE8 } from '@fairlead/units';
import {
  areStopsRight,
  distance,
  isLevelRight,
  isSame,
  isWorse,
  least,
  PRICE_MAX,
  sum,
} from './naive-futures-checks.ts';
import { addMarket, configure, post, setState, transfer } from './naive-futures-house.ts';
import type { NaiveAgreement, NaiveRules } from './naive-futures-rules.ts';
import { end, type NaivePosition, NaivePositions } from './naive-positions.ts';

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
type Outcome = Reject | 'ok';

type Terms = Of<'configure_futures'>['terms'];

interface Offered {
  readonly terms: Terms;
  readonly offer: Terms['multiples'][number];
  readonly stamp: Stamp;
}

interface Quote {
  readonly price: bigint;
  readonly rules: NaiveRules;
  readonly agreement: NaiveAgreement;
}

export class NaiveFutures {
  readonly book = new NaivePositions();

  execute(command: Command, stamp: Stamp): Outcome {
    switch (command.kind) {
      case 'configure_currency':
        this.book.scales.set(command.currency.currencyId, command.currency.scale);
        return 'ok';
      case 'configure_market':
        return addMarket(this.book, command);
      case 'open_account':
        this.book.owners.add(command.owner);
        return 'ok';
      case 'set_owner_state':
        if (command.isFrozen) this.book.frozen.add(command.owner);
        else this.book.frozen.delete(command.owner);
        return 'ok';
      case 'set_market_state':
        return setState(this.book, command);
      case 'post_entry':
        return post(this.book, command);
      case 'transfer':
        return transfer(this.book, command);
      case 'configure_futures':
        if (!this.book.markets.has(command.terms.marketId)) return 'market_not_found';
        return configure(this.book, command);
      case 'index_tick':
        return this.#tick(command, stamp);
      case 'open_position':
        return this.#open(command, stamp);
      case 'cancel_position':
        return this.#cancel(command);
      case 'close_position':
        return this.#close(command, stamp);
      case 'close_positions':
        return this.#closeAll(command, stamp);
      case 'add_margin':
        return this.#addMargin(command);
      case 'reverse_position':
        return this.#reverse(command, stamp);
      case 'amend_position':
        return this.#amend(command, stamp);
      case 'set_level':
        return this.#setLevel(command, stamp);
      case 'remove_level':
        return this.#removeLevel(command);
      case 'set_stops':
        return this.#setStops(command, stamp);
      default:
        throw new RangeError(`the oracle knows of futures only, not of ${command.kind}`);
    }
  }

  #tick({ marketId, sampleTimeMs: timeMs, price, quotedAtMs }: Of<'index_tick'>, stamp: Stamp) {
    const market = this.book.market(marketId);
    if (market.last !== undefined && timeMs <= market.last.timeMs) return 'terms_invalid';
    market.last = { timeMs, price, quotedAtMs };
    const index = this.book.fresh(marketId, stamp);
    if (index === undefined) return 'ok';
    for (const each of this.book.live(({ asked }) => asked.marketId === marketId)) {
      if (each.status === 'waiting') this.book.reach(each, index);
      else {
        const reason = this.book.rules(each).reason(each, index);
        if (reason !== undefined) this.book.finish(each, { index, reason });
        else this.book.fireLevels(each, index);
      }
    }
    return 'ok';
  }

  /** With what a reversal closes first: its place is free, and it is not there any more. */
  #open(
    asked: Of<'open_position'>,
    stamp: Stamp,
    reversed?: NaivePosition,
    amended?: Pick<NaivePosition, 'levels' | 'agreement'>,
  ): Outcome {
    const { owner, marketId, lots, type, shownPrice, price: limit, multiple } = asked;
    if (!this.book.owners.has(owner)) return 'account_not_found';
    const market = this.book.markets.get(marketId);
    if (market === undefined) return 'market_not_found';
    if (this.book.frozen.has(owner)) return 'account_frozen';
    const terms = this.book.terms.get(marketId);
    if (market.state !== 'open' || terms?.isOpen === false) return 'market_closed';
    const offer = terms?.multiples.find((each) => each.multiple === multiple);
    if (terms === undefined || offer === undefined) return 'not_offered';
    if (reversed?.status === 'waiting') return 'position_not_open';
    const own = this.book.live((each) => each.asked.owner === owner);
    const isNamed = (each: NaivePosition) => each.asked.clientOrderId === asked.clientOrderId;
    if (
      asked.clientOrderId !== undefined &&
      [...own, ...(reversed ? [reversed] : [])].some(isNamed)
    )
      return 'duplicate_client_order_id';
    if (lots < 1 || lots > terms.lotsMax) return 'quantity_out_of_range';
    const given = [limit, shownPrice].filter((each) => each !== undefined);
    if (given.some((each) => each < 1n || each > PRICE_MAX)) return 'price_out_of_range';
    if (lots < terms.lotsMin) return 'below_minimum';
    const quote = this.#quote(asked, { terms, offer, stamp });
    if (typeof quote === 'string') return quote;
    const { price, rules, agreement } = quote;
    const levels = amended?.levels ?? [];
    if (!levels.every((level) => isLevelRight(asked, level, price))) return 'stops_invalid';
    if (amended !== undefined && !isSame(agreement, amended.agreement)) return 'terms_changed';
    if (isWorse(asked, { terms, maintenance: offer.maintenanceRatePpm })) return 'terms_changed';
    const here = own.filter((each) => each.asked.marketId === marketId);
    if (here.length >= terms.positionsMax) return 'too_many_orders';
    const currencyId = market.terms.quoteCurrencyId;
    const owned = sum(here.map((each) => this.book.worth(each)));
    if (
      (owned + rules.notional(price)) * 4n >
      terms.openInterestMaxMinor - (terms.openInterestMaxMinor % 4n)
    )
      return 'per_user_limit';
    const need =
      type === 'limit' ? rules.waitingHold(price) : rules.margin(price) + rules.openFee(price);
    if (this.book.available(owner, 'contract', currencyId) < need) return 'insufficient_balance';
    if (type === 'market') {
      const near = this.book.near(marketId);
      const left = terms.openInterestMaxMinor - this.book.interest(marketId);
      const ready = this.book.available(0, 'contract_house', currencyId);
      const waiting = sum(near.map((each) => this.book.worth(each)));
      const caps = sum(near.map((each) => this.book.rules(each).cap(each.asked.price ?? 0n)));
      const isRoom = rules.notional(price) <= left - least(waiting, left / 2n);
      if (!isRoom || rules.cap(price) > ready - least(caps, ready / 2n)) return 'house_limit';
    }
    const position: NaivePosition = {
      id: stamp.sequence,
      partOf: undefined,
      asked,
      agreement,
      currencyId,
      takeProfit: asked.takeProfit,
      stopLoss: asked.stopLoss,
      levels: [],
      status: 'waiting',
      openPrice: undefined,
      closePrice: undefined,
      reason: undefined,
      added: 0n,
      partMargin: undefined,
      openFee: rules.openFee(price),
      closeFee: 0n,
      pnl: undefined,
      insurancePaid: 0n,
    };
    if (type === 'market') this.book.begin(position, price);
    this.book.positions.push(position);
    return 'ok';
  }

  /** At which price it would open, unless that cannot be had. */
  #quote(asked: Of<'open_position'>, { terms, offer, stamp }: Offered): Quote | Reject {
    const { marketId, type, shownPrice, price: limit, side } = asked;
    const index = this.book.prompt(marketId, stamp);
    const agreement = { ...terms, maintenanceRatePpm: offer.maintenanceRatePpm };
    const rules = this.book.rules({ asked, agreement });
    const price = type === 'limit' ? limit : index === undefined ? undefined : rules.quoted(index);
    if (price === undefined) return 'price_stale';
    if (rules.notional(price) > offer.notionalMaxMinor) return 'quantity_out_of_range';
    if (rules.maintenance(price) >= rules.margin(price)) return 'below_minimum';
    const { limitBandPpm } = this.book.market(marketId).terms;
    const fresh = this.book.fresh(marketId, stamp);
    const isFar = fresh !== undefined && distance(price, fresh) * 1_000_000n > fresh * limitBandPpm;
    if (type === 'limit' && isFar) return 'price_out_of_band';
    if (shownPrice !== undefined && type === 'market') {
      const loss = side === 'long' ? price - shownPrice : shownPrice - price;
      if (loss * 10_000n > shownPrice * 5n) return 'price_moved';
    }
    const references = type === 'limit' ? [price] : [price, index ?? price];
    if (!references.every((each) => areStopsRight(asked, asked, each))) return 'stops_invalid';
    return { price, rules, agreement };
  }

  #find(owner: number, positionId: number): NaivePosition | Reject {
    if (!this.book.owners.has(owner)) return 'account_not_found';
    const [found] = this.book.live(({ id, asked }) => id === positionId && asked.owner === owner);
    return found ?? 'position_not_found';
  }

  #cancel({ owner, positionId }: Of<'cancel_position'>): Outcome {
    const found = this.#find(owner, positionId);
    if (typeof found === 'string') return found;
    if (found.status !== 'waiting') return 'position_not_open';
    end(found, 'user');
    return 'ok';
  }

  #close({ owner, positionId, lots }: Of<'close_position'>, stamp: Stamp): Outcome {
    const found = this.#find(owner, positionId);
    if (typeof found === 'string') return found;
    if (found.status !== 'holding') return 'position_not_open';
    const held = found.asked.lots;
    const closed = lots ?? held;
    if (closed < 1 || closed > held) return 'quantity_out_of_range';
    if (closed < held && !this.book.isPart(found, closed)) return 'below_minimum';
    const index = this.book.fresh(found.asked.marketId, stamp);
    if (index === undefined) return 'price_stale';
    if (closed === held) this.book.finish(found, { index, reason: 'user' });
    else this.book.finishPart(found, { id: stamp.sequence, lots: closed, index, reason: 'user' });
    return 'ok';
  }

  #addMargin({ owner, positionId, amount }: Of<'add_margin'>): Outcome {
    const found = this.#find(owner, positionId);
    if (typeof found === 'string') return found;
    if (this.book.frozen.has(owner)) return 'account_frozen';
    if (found.status !== 'holding') return 'position_not_open';
    if (amount < 1n) return 'amount_not_positive';
    if (this.book.margin(found) + amount > this.book.worth(found)) return 'quantity_out_of_range';
    if (this.book.available(owner, 'contract', found.currencyId) < amount) {
      return 'insufficient_balance';
    }
    this.book.addMargin(found, amount);
    return 'ok';
  }

  /** Closes and opens; when the opening is refused nothing was closed. */
  #reverse(command: Of<'reverse_position'>, stamp: Stamp): Outcome {
    const { owner, positionId, multiple, shownTerms, kind: _kind, ...asked } = command;
    const found = this.#find(owner, positionId);
    if (typeof found === 'string') return found;
    const { marketId, side, lots, multiple: before } = found.asked;
    const opening: Of<'open_position'> = {
      ...asked,
      kind: 'open_position',
      owner,
      marketId,
      side: side === 'long' ? 'short' : 'long',
      type: 'market',
      lots,
      multiple: multiple ?? before,
      shownTerms: { ...shownTerms, lotBaseMinor: found.agreement.lotBaseMinor },
    };
    const index = this.book.fresh(marketId, stamp);
    if (found.status === 'waiting' || index === undefined) {
      return this.#open(opening, stamp, found);
    }
    const undo = this.book.copy();
    this.book.finish(found, { index, reason: 'user' });
    const outcome = this.#open(opening, stamp, found);
    if (outcome !== 'ok') this.book.putBack(undo);
    return outcome;
  }

  #closeAll({ owner, marketIds, side }: Of<'close_positions'>, stamp: Stamp): Outcome {
    if (!this.book.owners.has(owner)) return 'account_not_found';
    const asked = this.book.live(
      ({ asked: each, status }) =>
        status === 'holding' &&
        each.owner === owner &&
        (marketIds ?? [each.marketId]).includes(each.marketId) &&
        [each.side, undefined].includes(side),
    );
    let closed = 0;
    for (const each of asked) {
      const index = this.book.fresh(each.asked.marketId, stamp);
      if (index === undefined) continue;
      this.book.finish(each, { index, reason: 'user' });
      closed += 1;
    }
    return closed === 0 && asked.length > 0 ? 'price_stale' : 'ok';
  }

  /** Takes it away and asks for it anew, in its old place; whatever refuses that puts it back. */
  #amend(command: Of<'amend_position'>, stamp: Stamp): Outcome {
    const { owner, positionId, price, lots, takeProfit, stopLoss } = command;
    const found = this.#find(owner, positionId);
    if (typeof found === 'string') return found;
    const { asked, levels, agreement } = found;
    const gain = takeProfit === 'none' ? undefined : (takeProfit ?? found.takeProfit);
    const loss = stopLoss === 'none' ? undefined : (stopLoss ?? found.stopLoss);
    const {
      clientOrderId,
      takeProfit: _gain,
      stopLoss: _loss,
      shownTerms: _shown,
      ...rest
    } = asked;
    const anew: Of<'open_position'> = {
      ...rest,
      type: 'limit',
      ...(price !== undefined && { price }),
      ...(lots !== undefined && { lots }),
      ...(gain !== undefined && { takeProfit: gain as PriceE8 }),
      ...(loss !== undefined && { stopLoss: loss as PriceE8 }),
    };
    if (found.status === 'holding') return this.#open(anew, stamp, { ...found, status: 'waiting' });
    const undo = this.book.copy();
    found.status = 'cancelled';
    const outcome = this.#open(anew, stamp, undefined, { levels, agreement });
    const placed = outcome === 'ok' ? this.book.positions.pop() : undefined;
    this.book.putBack(undo);
    const amended = this.book.positions.find(({ id }) => id === positionId);
    if (placed === undefined || amended === undefined) return outcome;
    amended.asked = { ...placed.asked, ...(clientOrderId !== undefined && { clientOrderId }) };
    amended.takeProfit = placed.takeProfit;
    amended.stopLoss = placed.stopLoss;
    amended.openFee = placed.openFee;
    return 'ok';
  }

  #setLevel(command: Of<'set_level'>, stamp: Stamp): Outcome {
    const { owner, positionId, levelId = stamp.sequence, stop, price, lots } = command;
    const found = this.#find(owner, positionId);
    if (typeof found === 'string') return found;
    const known = found.levels.find((each) => each.levelId === levelId && each.stop === stop);
    if (command.levelId !== undefined && known === undefined) return 'order_not_found';
    if (lots < 1 || lots > found.asked.lots) return 'quantity_out_of_range';
    const { asked, status } = found;
    const reference = status === 'waiting' ? asked.price : this.book.fresh(asked.marketId, stamp);
    if (!isLevelRight(asked, command, reference)) return 'stops_invalid';
    if (known === undefined && found.levels.length === 10) return 'too_many_orders';
    const others = found.levels.filter((each) => each.levelId !== levelId);
    const levels = [...others, { levelId, stop, price, lots }];
    found.levels = levels.sort((left, right) => left.levelId - right.levelId);
    return 'ok';
  }

  #removeLevel({ owner, positionId, levelId }: Of<'remove_level'>): Outcome {
    const found = this.#find(owner, positionId);
    if (typeof found === 'string') return found;
    const left = found.levels.filter((each) => each.levelId !== levelId);
    if (left.length === found.levels.length) return 'order_not_found';
    found.levels = left;
    return 'ok';
  }

  #setStops({ owner, positionId, takeProfit, stopLoss }: Of<'set_stops'>, stamp: Stamp): Outcome {
    const found = this.#find(owner, positionId);
    if (typeof found === 'string') return found;
    const { asked, status } = found;
    const reference = status === 'waiting' ? asked.price : this.book.fresh(asked.marketId, stamp);
    const isRight = areStopsRight(asked, { takeProfit, stopLoss }, reference);
    if (!isRight) return 'stops_invalid';
    found.takeProfit = takeProfit;
    found.stopLoss = stopLoss;
    return 'ok';
  }
}
