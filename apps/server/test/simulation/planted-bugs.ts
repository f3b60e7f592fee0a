/**
 * Mistakes that exchanges have made, each as a replacement in a source of this tree. The simulator must find every one of
 * them; a text that is no longer there, or there twice, fails the test, so that no mistake is quietly no longer made.
 */
import type { PlantedBug } from './planted-bug.ts';
import { ENGINE_BUGS } from './planted-engine-bugs.ts';
import { LIST_BUGS } from './planted-list-bugs.ts';
import { PEOPLE_BUGS } from './planted-people-bugs.ts';
import { TRIGGER_BUGS } from './planted-trigger-bugs.ts';

const SEQUENCER = 'apps/server/src/core/sequencer';
const ENGINE = 'packages/engine/src';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'Q1: a waiting order is charged the market’s fee of today',
    file: `${ENGINE}/spot/settle-trades.ts`,
    find: 'orders.rates(maker).makerFeePpm)',
    replace: 'terms.makerFeePpm)',
  },
  {
    name: 'Q1: futures open on the order book’s tick',
    file: 'packages/formula/src/futures.ts',
    find: 'isStepFine(spread, index) ? spread.priceStepE8 : STEP_FINEST;',
    replace: 'isStepFine(spread, index) ? 1_000_000n : 1_000_000n;',
  },
  {
    name: 'a part that was closed is not written',
    file: `${ENGINE}/futures/close.ts`,
    find: 'state.futures.positions.note(part);',
    replace: '',
  },
  {
    name: 'added margin is not frozen',
    file: `${ENGINE}/futures/add-margin.ts`,
    find: 'state.ledger.freeze(user, amount);',
    replace: '',
  },
  {
    name: 'an amendment keeps the old hold too',
    file: `${ENGINE}/futures/amend.ts`,
    find: 'releaseOf(state, row);',
    replace: '',
    firstSeed: 157,
  },
  {
    name: 'fees round down',
    file: 'packages/formula/src/fee.ts',
    find: '(received * rate + PPM_ONE - 1n) / PPM_ONE',
    replace: '(received * rate) / PPM_ONE',
  },
  {
    name: 'the average of a tax report forgets what came',
    file: 'packages/formula/src/tax/lots.ts',
    find: 'quantity: replaced.quantity + lot.quantity,',
    replace: 'quantity: replaced.quantity,',
  },
  {
    name: 'a cancel does not release the hold',
    file: `${ENGINE}/spot/withdraw-order.ts`,
    find: 'ledger.release(pool.side(slot) === BUY ? quote : base, orders.hold(slot));',
    replace: '',
  },
  {
    name: 'what one price left to fire is not put back',
    file: `${ENGINE}/spot/product.ts`,
    find: '    for (const row of triggerBacklogs) restoreBacklog(state, row);\n',
    replace:
      '    for (const row of triggerBacklogs.slice(triggerBacklogs.length)) restoreBacklog(state, row);\n',
    firstSeed: 14,
  },
  {
    name: 'the newest order of a level is filled first',
    file: 'packages/engine/src/book/order-book.ts',
    find: `    if (last === NONE) levelLinks[level * LINKS + LEVEL_FIRST] = slot;
    else links[last * LINKS + ORDER_NEXT] = slot;
    levelLinks[level * LINKS + LEVEL_LAST] = slot;
    links[at + ORDER_PREVIOUS] = last;
    links[at + ORDER_NEXT] = NONE;`,
    replace: `    const first = levelLinks[level * LINKS + LEVEL_FIRST] ?? NONE;
    if (last === NONE) levelLinks[level * LINKS + LEVEL_LAST] = slot;
    else links[first * LINKS + ORDER_PREVIOUS] = slot;
    levelLinks[level * LINKS + LEVEL_FIRST] = slot;
    links[at + ORDER_PREVIOUS] = NONE;
    links[at + ORDER_NEXT] = first;`,
    firstSeed: 27,
  },
  {
    name: 'what an order shows next keeps its place',
    file: `${ENGINE}/matching/match.ts`,
    find: `        if (links[maker * LINKS + ORDER_IS_ICEBERG] === 1 && book.comeAgain(maker, ladder)) {
          fills.markSlice();
          // One that stands alone is behind all others where it is.
          if (next !== NONE) maker = next;
        } else maker = next;`,
    replace: `        const shown = links[maker * LINKS + ORDER_IS_ICEBERG] === 1 ? book.pool.showNext(maker) : 0;
        ladder.addLots(level, shown);
        ladder.hideLots(-shown);
        if (shown > 0) fills.markSlice();
        else maker = next;`,
    firstSeed: 7,
  },
  {
    name: 'only what an order shows is held',
    file: `${ENGINE}/spot/enter-order.ts`,
    find: 'holdAmount(order, market.terms)',
    replace:
      'holdAmount({ side: order.side, priceTicks: order.priceTicks, remainingLots: Math.min(order.remainingLots, order.displayLots ?? order.remainingLots) }, market.terms)',
  },
  {
    name: 'the place of what an order shows next is not written',
    file: 'apps/server/src/spot/batch.ts',
    find: 'display !== undefined || ids.has(orderId)',
    replace: 'display === null || ids.has(orderId)',
  },
  {
    name: 'answers go out before the commit',
    file: `${SEQUENCER}/sequencer.ts`,
    find: 'this.#inFlight.push(inFlight);',
    replace: 'this.#inFlight.push(inFlight); for (const each of batch.pendings) each.deliver();',
  },
  {
    name: 'listeners are told before the commit',
    file: `${SEQUENCER}/sequencer.ts`,
    find: 'this.#inFlight.push(inFlight);',
    replace:
      'this.#inFlight.push(inFlight); for (const listener of this.#listeners) listener(batch);',
  },
  {
    name: 'a key is not reserved while its request runs',
    file: `${SEQUENCER}/answer-cache.ts`,
    find: 'if (found === undefined) this.#running.set(name, request.fingerprint);',
    replace: '',
  },
  {
    name: 'keys that memory let go of are taken for new',
    file: `${SEQUENCER}/answer-cache.ts`,
    find: '(name, { timeMs }) => this.#stored.add(name, timeMs)',
    replace: '() => undefined',
  },
  {
    name: 'keys of before the start are taken for new',
    file: `${SEQUENCER}/answer-cache.ts`,
    find: 'this.#unread = keys.at(-1);',
    replace: 'this.#unread = undefined;',
  },
  {
    name: 'keys that are read at a start are not kept',
    file: `${SEQUENCER}/answer-cache.ts`,
    find: 'for (const key of keys) this.#stored.add(nameOf(key), key.timeMs);',
    replace: '',
  },
  {
    name: 'an answer is found by its key alone, whoever asks',
    file: `${SEQUENCER}/answer-cache.ts`,
    find: ': string =>\n  `$',
    replace: ': string =>\n  key.repeat(1) || `$',
    firstSeed: 2,
  },
  {
    name: 'a key is taken for the same request whatever the body',
    file: `${SEQUENCER}/answer-cache.ts`,
    find: 'if (answer.fingerprint === request.fingerprint) return answer;',
    replace: 'if (answer.fingerprint !== request.route) return answer;',
  },
  {
    name: 'after an unknown outcome the batch is run again',
    file: `${SEQUENCER}/sequencer.ts`,
    find: `      if (batch.lastSequence > counters.sequence) break;
      this.#committed(batch);`,
    replace: `      this.#inFlight.shift();
      this.#state = 'running';
      if (counters.sequence > 0) for (const each of batch.pendings) this.#intake.add(each);`,
  },
  {
    name: 'a batch of unknown outcome counts as committed',
    file: `${SEQUENCER}/sequencer.ts`,
    find: 'if (batch.lastSequence > counters.sequence) break;',
    replace: 'if (counters.sequence < 0) break;',
  },
  {
    name: 'after a batch that was not committed memory goes on as it is',
    file: `${SEQUENCER}/sequencer.ts`,
    find: 'if (needsReload || leader.counters.sequence !== this.#maker.position.sequence) {',
    replace: 'if (leader.counters.sequence < 0) {',
  },
  {
    name: 'the database does not check the epoch',
    file: 'apps/server/test/simulation/store/named-statements.ts',
    find: "leader['epoch'] !== epoch || ",
    replace: '',
    firstSeed: 30,
  },
  {
    name: 'the clock goes back',
    file: `${SEQUENCER}/batch.ts`,
    find: 'timeMs: Math.max(timeMs, nowMs, reachedMs, afterSending(command, nowMs)),',
    replace: 'timeMs: nowMs,',
    firstSeed: 5,
  },
  {
    name: 'a stale price is used',
    file: 'packages/engine/src/market/index-price.ts',
    find: 'return this.#price !== undefined && this.#isWithin(timeMs, INDEX_FRESH_MS);',
    replace: 'return this.#price !== undefined && timeMs >= INDEX_FRESH_MS;',
    firstSeed: 89,
  },
  {
    name: 'an option is settled twice',
    file: `${ENGINE}/options/delivery.ts`,
    find: `row !== undefined; ) {
    settle(state, row, stamp);`,
    replace: `row !== undefined; ) {
    settle(state, row, stamp);
    settle(state, row, stamp);`,
  },
  {
    name: 'an option is settled by whatever samples there are',
    file: 'packages/formula/src/options.ts',
    find: 'return count > 0 && count * 5 >= expectedSamples(windowMs) * 4;',
    replace: 'return count > 0 && expectedSamples(windowMs) > 0;',
  },
  {
    name: 'a win that the house voided stays a refund (Q6)',
    file: 'packages/formula/src/options.ts',
    find: "if (shortfall !== 'house' || wouldBe !== 'win') return",
    replace: 'return',
  },
  {
    name: 'what the house did not read is called the market’s (Q6)',
    file: 'packages/formula/src/index-quorum.ts',
    find: 'const VENUES_MIN = 2;',
    replace: 'const VENUES_MIN = 0;',
    firstSeed: 37,
  },
  {
    name: 'a day of interest is posted twice',
    file: `${ENGINE}/hosting/interest.ts`,
    find: 'const row = postDay(state, hostings.first(), stamp);',
    replace:
      'postDay(state, hostings.first(), stamp); const row = postDay(state, hostings.first(), stamp);',
  },
  {
    name: 'interest is posted a day early',
    file: 'packages/formula/src/hosting.ts',
    find: 'return paidAtMs + day * HOSTING_DAY_MS;',
    replace: 'return paidAtMs + (day - 1) * HOSTING_DAY_MS;',
  },
  {
    name: 'a rebate is more than the fee',
    file: 'packages/formula/src/referral.ts',
    find: 'return minimum(amountMinor(divFloor(fee * ratio, PPM_ONE)), amountMinor(fee - insuranceShare));',
    replace: 'return amountMinor(fee + 1n);',
  },
  {
    name: 'more is sold than there is',
    file: `${ENGINE}/offerings/subscribe.ts`,
    find: "return soldMinor + amount > totalMinor ? 'sold_out' : undefined;",
    replace: 'return totalMinor < soldMinor ? undefined : undefined;',
    firstSeed: 7,
  },
  {
    name: 'one venue alone makes a price',
    file: 'packages/formula/src/index-quorum.ts',
    find: "if (first === undefined || second === undefined) return 'no_quorum';",
    replace:
      "if (first === undefined) return 'no_quorum'; if (second === undefined) return undefined;",
    firstSeed: 2,
  },
  {
    name: 'a client order id is not looked for in the tables',
    file: `${SEQUENCER}/lookup.ts`,
    find: "return { list: 'clientOrderIds', name: { owner, clientOrderId } };",
    replace: 'return undefined;',
    firstSeed: 5,
  },
  {
    name: 'after a reload receipts go on from what was not written',
    file: `${SEQUENCER}/batch.ts`,
    find: 'this.#sealer.goOnFrom(receiptChain);',
    replace: '',
    firstSeed: 5,
  },
  {
    name: 'a clock that jumps is followed at once',
    file: 'apps/server/src/core/operations/steady-clock.ts',
    find: 'return Math.floor(this.#passed());',
    replace: 'return this.#machine.wallMs();',
    firstSeed: 31,
  },
  {
    name: 'a start believes the wall clock whatever the database says',
    file: 'apps/server/src/core/operations/steady-clock.ts',
    find: 'return kept !== undefined && agree(wallMs, kept) ? wallMs : databaseMs;',
    replace: 'return wallMs;',
    firstSeed: 7,
  },
  {
    name: 'after a loss numbers are given again',
    file: `${ENGINE}/state/declare-loss.ts`,
    find: 'Math.max(given, known) + LOSS_SKIP',
    replace: 'Math.min(given, known)',
  },
  {
    name: 'after a loss sequences are given again',
    file: `${ENGINE}/state/declare-loss.ts`,
    find: '): number => Math.max(sequence, seen.sequence) + LOSS_SKIP + 1;',
    replace: '): number => Math.min(sequence, seen.sequence) + 1;',
  },
  {
    name: 'a process that finds the tables behind goes on with its answers and its book',
    file: `${SEQUENCER}/next-epoch.ts`,
    find: 'if (isBehind(tables, seen)) throw new LossError(tables, seen);',
    replace: 'if (isBehind(tables, seen)) return;',
  },
  {
    name: 'a start does not compare the tables with what was seen',
    file: `${SEQUENCER}/starting-state.ts`,
    find: 'known !== undefined && isLost(stored, known)',
    replace: 'known !== undefined && tables.epoch < 0',
  },
  {
    name: 'after a loss orders are taken as before',
    file: `${ENGINE}/state/declare-loss.ts`,
    find: '  stop(state, stamp);\n',
    replace: '',
  },
  {
    name: 'a loss has no receipt',
    file: `${ENGINE}/state/declare-loss.ts`,
    find: '  addLossReceipt(state, { before, seen }, stamp);\n',
    replace: '  if (seen.sequence < 0) addLossReceipt(state, { before, seen }, stamp);\n',
  },
  {
    name: 'a process that connects again does not ask what others saw',
    file: `${SEQUENCER}/lead.ts`,
    find: 'const others = (await readSeen?.(this.#writer, true).catch(() => [])) ?? [];',
    replace: 'const others: Seen[] = [];',
    firstSeed: 93,
  },
  {
    name: 'what is refused without the engine has no number',
    file: `${SEQUENCER}/batch.ts`,
    find: `    const stamp = this.#nextStamp(command, sampleAheadMs);
    if (reject !== undefined) return this.#engine.execute({ kind: 'refuse', reject }, stamp);`,
    replace: `    if (reject !== undefined) return { ok: false, reject };
    const stamp = this.#nextStamp(command, sampleAheadMs);`,
    firstSeed: 27,
  },
  {
    name: 'memory answers while nobody knows what the tables hold',
    file: `${SEQUENCER}/sequencer.ts`,
    find: "    if (this.#state !== 'running') throw new SubmitError('unavailable');\n    const { idempotency }",
    replace: '    const { idempotency }',
  },
  {
    name: 'a first answer is given from memory while nobody knows what the tables hold',
    file: `${SEQUENCER}/sequencer.ts`,
    find: "    if (this.#state !== 'running') throw new SubmitError('unavailable');\n    const stored",
    replace: '    const stored',
  },
  {
    name: 'what may be on no replica yet is read',
    file: `${SEQUENCER}/sequencer.ts`,
    find: 'this.#lead.holdReads();',
    replace: '',
  },
  {
    name: 'reads go on before the new epoch is on the replica',
    file: `${SEQUENCER}/lead.ts`,
    find: '    this.#writer = await database.openWriter({ signal });\n',
    replace:
      '    this.#writer = await database.openWriter({ signal });\n    this.releaseReads();\n',
    firstSeed: 26,
  },
  {
    name: 'a small step of the wall clock is followed at once',
    file: 'apps/server/src/core/operations/steady-clock.ts',
    find: 'return Math.floor(this.#passed());',
    replace: 'return this.isJumped ? Math.floor(this.#passed()) : this.#machine.wallMs();',
    firstSeed: 498,
  },
  ...LIST_BUGS,
  ...TRIGGER_BUGS,
  ...ENGINE_BUGS,
  ...PEOPLE_BUGS,
];
