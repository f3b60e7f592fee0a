/** All rules over one window of one market: the same facts give the same findings, however often. */
import type { SurveillanceRule } from '@fairlead/contract';
import type { Steps } from '@fairlead/engine';
import type { Finding, MarketFacts, Window } from './facts.ts';
import { findLayering } from './layering.ts';
import { findMarking, findRamping } from './ramping.ts';
import { findWashTrades } from './wash-trades.ts';

type Detector = (facts: MarketFacts, window: Window) => Steps<Finding[]>;

/** In steps: they are looked for where orders are matched. */
export const DETECTORS = {
  wash_trade: inOneStep(findWashTrades),
  layering: findLayering,
  ramping: inOneStep(findRamping),
  marking: inOneStep(findMarking),
} as const satisfies Record<SurveillanceRule, Detector>;

function inOneStep(find: (facts: MarketFacts, window: Window) => Finding[]): Detector {
  return function* steps(facts, window) {
    yield;
    return find(facts, window);
  };
}

/** What of a finding says that another is of the same doing. */
export type KnownFinding = Pick<Finding, 'key' | 'rule' | 'marketId' | 'owners' | 'tradeIds'>;

/**
 * Without those that are known: by their key, or because a finding of the same rule and accounts has a trade of theirs. A series that
 * goes on beyond its window would otherwise be found again in the next by its end.
 */
export function newFindings(
  found: readonly Finding[],
  known: readonly KnownFinding[],
): readonly Finding[] {
  return found.filter(
    (finding) =>
      !known.some(
        (each) =>
          each.key === finding.key ||
          (each.rule === finding.rule &&
            each.marketId === finding.marketId &&
            each.owners.some((owner) => finding.owners.includes(owner)) &&
            each.tradeIds.some((trade) => finding.tradeIds.includes(trade))),
      ),
  );
}
