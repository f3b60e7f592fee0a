/**
 * Looks at what is new, one window of one rule after another. What was looked at, what was found in it and that it was looked at are one
 * transaction, in which the rule's place moves on from where this look began: of two processes that look at once one writes, and
 * after a crash the same window is looked at again and gives the same.
 *
 * A finding does nothing: nobody is frozen or refused by it.
 */
import { SURVEILLANCE_RULES, type SurveillanceRule } from '@fairlead/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import {
  BOOK_SAMPLES_KEPT_MS,
  FINDING_EVIDENCE_MAX,
  SURVEILLANCE_WINDOWS_MAX,
} from '../core/http/limits.ts';
import { inTurns } from '../core/operations/in-turns.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import { DETECTORS, newFindings } from './detect/detect.ts';
import type { Finding, MarketFacts } from './detect/facts.ts';
import { WINDOWS } from './detect/thresholds.ts';
import { type Evidence, insertFinding, knownFindings } from './finding-queries.ts';
import { measure, type QualitySums, REALISED_MS, TAKEN_BACK_MS } from './quality.ts';
import { addSkipped, addToDay } from './quality-queries.ts';
import {
  beginPlace,
  evidenceOrders,
  forgetSamples,
  insertSamples,
  linksAmong,
  movePlace,
  type Place,
  readPlace,
  type StoredTrade,
  samplesBetween,
  settlementsOf,
  type Watch,
} from './queries.ts';
import { type Read, readWindow, type Span } from './read-window.ts';
import { sampleBooks } from './sample-books.ts';

const WATCHES = [...SURVEILLANCE_RULES, 'quality'] as const;
const QUALITY = { windowMs: 10 * MINUTE_MS, beforeMs: 0, afterMs: TAKEN_BACK_MS } as const;
const spanOf = (rule: Watch) => (rule === 'quality' ? QUALITY : WINDOWS[rule]);
const NEEDS_ORDERS: readonly Watch[] = ['layering', 'quality'];
/** Samples that a trade is measured by lie so far around the window. */
const AROUND_MS = REALISED_MS + MINUTE_MS;

export interface SurveillanceParts {
  readonly database: Database;
  /** Orders and trades are read here. */
  readonly reads: Reads;
  readonly clock: { now(): number };
  readonly terms: Terms;
  readonly marketData: Pick<MarketData, 'levels' | 'isBot'>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Keeps how each book looks now. */
export async function keepSamples(parts: SurveillanceParts): Promise<void> {
  const { database, clock } = parts;
  await insertSamples(database, sampleBooks(parts, clock.now()));
}

export async function forgetOldSamples({ database, clock }: SurveillanceParts): Promise<void> {
  await forgetSamples(database, clock.now() - BOOK_SAMPLES_KEPT_MS);
}

/** Each rule's windows that are over, so many at most; the rest waits for the next round. */
export async function lookRound(parts: SurveillanceParts): Promise<void> {
  for (const rule of WATCHES) {
    for (let looked = 0; looked < SURVEILLANCE_WINDOWS_MAX; looked += 1) {
      try {
        if (!(await lookOnce(parts, rule))) break;
      } catch (error) {
        // It keeps no other rule from looking, and is tried again with the next round.
        parts.log.warn({ err: error, rule }, 'surveillance did not end a look');
        break;
      }
    }
  }
}

/** Whether there was a window to look at. */
async function lookOnce(parts: SurveillanceParts, rule: Watch): Promise<boolean> {
  const { database, reads, clock } = parts;
  const { windowMs, beforeMs, afterMs } = spanOf(rule);
  const nowMs = clock.now();
  const place = await readPlace(database, rule);
  if (place === undefined) {
    await beginPlace(database, rule, nowMs - (nowMs % windowMs));
    return false;
  }
  const fromMs = place.doneUntilMs;
  const span = { fromMs, toMs: fromMs + windowMs, beforeMs, afterMs };
  if (nowMs <= span.toMs + afterMs) return false;
  const read = await readWindow(reads, place, { span, needsOrders: NEEDS_ORDERS.includes(rule) });
  const looked = { rule, place, span, read };
  if (read.isTooMuch) await noteTooMuch(parts, looked);
  else if (rule === 'quality') await addQuality(parts, looked);
  else await addFindings(parts, { ...looked, rule });
  return true;
}

interface Looked<Rule extends Watch = Watch> {
  readonly rule: Rule;
  readonly place: Place;
  readonly span: Span;
  readonly read: Read;
}

/** What is too much to be looked at is not passed over in silence. */
async function noteTooMuch(
  { audit, database, terms }: SurveillanceParts,
  { rule, place, span, read }: Looked,
): Promise<void> {
  const detail = { rule, from: span.fromMs, to: span.toMs };
  await audit.add({ action: 'surveillance.too_much', subject: `surveillance ${rule}`, detail });
  const dayMs = span.fromMs - (span.fromMs % DAY_MS);
  await database.transaction(async (transaction) => {
    if (!(await movePlace(transaction, rule, { from: place, to: read.next }))) return;
    for (const { marketId } of terms.markets()) await addSkipped(transaction, { marketId, dayMs });
  });
}

async function addFindings(
  parts: SurveillanceParts,
  looked: Looked<SurveillanceRule>,
): Promise<void> {
  const { database, reads, clock, audit } = parts;
  const { rule, place, span, read } = looked;
  const found: { readonly finding: Finding; readonly evidence: Evidence }[] = [];
  for (const [marketId, trades] of read.trades) {
    const facts = await factsOf(parts, looked, { marketId, trades });
    const seen = await inTurns(DETECTORS[rule](facts, span));
    const known = await knownFindings(database, { rule, marketId, sinceMs: span.fromMs - HOUR_MS });
    for (const finding of newFindings(seen, known)) {
      const ids = finding.orderIds.slice(0, FINDING_EVIDENCE_MAX);
      const kept = new Set(finding.tradeIds.slice(0, FINDING_EVIDENCE_MAX));
      const orders = await evidenceOrders(reads, ids);
      const evidence = {
        orders,
        trades: trades.filter(({ tradeId }) => kept.has(tradeId)).map(plain),
      };
      found.push({ finding, evidence });
    }
  }
  // Before they are there: what nobody can find in the log was never found.
  for (const { finding } of found) {
    const detail = { rule, owners: finding.owners, trades: finding.tradeIds.length };
    await audit.add({ action: 'surveillance.found', subject: `finding ${finding.key}`, detail });
  }
  const nowMs = clock.now();
  await database.transaction(async (transaction) => {
    if (!(await movePlace(transaction, rule, { from: place, to: read.next }))) return;
    for (const { finding, evidence } of found)
      await insertFinding(transaction, finding, { evidence, nowMs });
  });
}

/** Without what JSON does not hold. */
const plain = ({ notionalMinor: _, marketId: __, ...trade }: StoredTrade) => trade;

async function factsOf(
  { reads, database, clock }: SurveillanceParts,
  { rule, span, read }: Looked<SurveillanceRule>,
  { marketId, trades }: { readonly marketId: number; readonly trades: readonly StoredTrade[] },
): Promise<MarketFacts> {
  const owners = [
    ...new Set(trades.flatMap(({ makerOwnerId, takerOwnerId }) => [makerOwnerId, takerOwnerId])),
  ];
  const around = { fromMs: span.fromMs - AROUND_MS, toMs: span.toMs + AROUND_MS };
  const option = { owners, marketId, fromMs: span.fromMs, toMs: span.toMs + span.afterMs };
  return {
    marketId,
    orders: read.orders.get(marketId) ?? [],
    trades,
    depths: rule === 'layering' ? await samplesBetween(database, { marketId, ...around }) : [],
    links: rule === 'wash_trade' ? await linksAmong(database, owners, clock.now()) : [],
    settlements: rule === 'marking' ? await settlementsOf(reads, option) : [],
  };
}

async function addQuality(parts: SurveillanceParts, looked: Looked): Promise<void> {
  const { database, terms, marketData } = parts;
  const { rule, place, span, read } = looked;
  const measured: { readonly marketId: number; readonly sums: QualitySums }[] = [];
  for (const { marketId } of terms.markets()) {
    const around = { fromMs: span.fromMs - AROUND_MS, toMs: span.toMs + AROUND_MS };
    const sums = measure({
      window: span,
      samples: await samplesBetween(database, { marketId, ...around }),
      orders: read.orders.get(marketId) ?? [],
      trades: read.trades.get(marketId) ?? [],
      isHouse: (owner) => marketData.isBot(owner),
    });
    if (sums.samples + sums.orders + sums.trades > 0) measured.push({ marketId, sums });
  }
  const dayMs = span.fromMs - (span.fromMs % DAY_MS);
  await database.transaction(async (transaction) => {
    if (!(await movePlace(transaction, rule, { from: place, to: read.next }))) return;
    for (const { marketId, sums } of measured)
      await addToDay(transaction, { marketId, dayMs }, sums);
  });
}
