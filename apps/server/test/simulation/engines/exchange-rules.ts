/**
 * What must hold over all engines: no money is missing or made between them, no transfer has two ends, whatever both sides say of
 * it is the same, and who is frozen at home is frozen wherever something of theirs happens. A loss that no start has dealt with
 * excuses what it took, and nothing else. It knows nothing of how transfers are carried.
 */
import { ledgerAccountId } from '@fairlead/engine';
import type { EngineName } from '../../../src/core/config/engines.ts';
import { HOME, keeperOf, ownerOf, senderOf } from '../../../src/engines/shares.ts';
import type { BatchRecord } from '../records.ts';
import type { Row } from '../store/sql-expression.ts';
import { textOf } from '../texts.ts';
import { must } from '../violation.ts';
import type { Site } from './site.ts';

const FACTS = ['owner_id', 'source', 'target', 'currency_id', 'amount_minor'] as const;
/** From a commit at home until whatever begins elsewhere rests on it; what waits for a sample has begun before. */
const FOLLOWED_MS = 5_000;
/** What the home lost nobody is told of: it is found when it is looked at again. */
const FOUND_MS = 15_000;
const BEGUN = ['receive_transfer', 'post_entry', 'transfer', 'buy_hosting', 'cancel_position'];

const whole = (cell: Row[string] | undefined): bigint => BigInt(String(cell ?? 0));
const add = (
  sums: Map<number, bigint>,
  currency: Row[string] | undefined,
  amount: bigint,
): void => {
  sums.set(Number(currency), (sums.get(Number(currency)) ?? 0n) + amount);
};

export class ExchangeRules {
  readonly #sites: readonly Site[];
  readonly #now: () => number;
  /** Owners whom the home has frozen, with when that held everywhere at the latest. */
  readonly #frozen = new Map<number, number>();

  constructor(sites: readonly Site[], now: () => number) {
    this.#sites = sites;
    this.#now = now;
  }

  /** After each commit of any engine. */
  committed(site: Site, { executed, changes }: BatchRecord): void {
    if (site.name === HOME)
      for (const { owner, isFrozen } of changes.ownerStates) {
        if (!isFrozen) this.#frozen.delete(owner);
        else if (!this.#frozen.has(owner)) this.#frozen.set(owner, this.#now() + FOLLOWED_MS);
      }
    else
      for (const { command, result } of executed)
        if (result.ok && BEGUN.includes(command.kind)) this.#checkFrozen(site, ownerOf(command));
    for (const { transferId, timeMs } of changes.receivedTransfers)
      this.#checkTime(site, transferId, timeMs);
    this.check();
  }

  /** The home's tables went back. */
  homeRolledBack(): void {
    this.#frozen.clear();
    for (const { owner_id, is_frozen } of this.#site(HOME).tables.table('owners').rows())
      if (is_frozen === true) this.#frozen.set(Number(owner_id), this.#now() + FOUND_MS);
  }

  /** What both sides of each transfer say, and what they come to. */
  check(): void {
    for (const site of this.#sites) this.#checkReceived(site);
    const onTheWay = this.#onTheWay();
    const elsewhere = new Map<number, bigint>();
    for (const site of this.#sites)
      for (const [currency, amount] of checkElsewhere(site))
        add(elsewhere, BigInt(currency), amount);
    if (this.#sites.some(({ isUnsettled }) => isUnsettled)) return;
    for (const [currency, amount] of elsewhere)
      must(
        amount === (onTheWay.get(currency) ?? 0n),
        'what engines have of one another is what is on its way',
        () => `${currency}: ${amount}, ${onTheWay.get(currency)} is on its way`,
      );
  }

  /** Whatever can be recounted. */
  checkAll(): void {
    this.check();
    for (const site of this.#sites) checkRecords(site);
    if (!this.#sites.some(({ isUnsettled }) => isUnsettled)) this.#checkLiabilities();
  }

  /** When all is healed and settled. */
  checkEnded(): void {
    for (const { name, tables, isUnsettled } of this.#sites) {
      must(!isUnsettled, 'what a loss took is written again by a start', () => String(name));
      for (const row of tables.table('sent_transfers').rows())
        must(row['status'] !== 'sent', 'nothing is on its way for ever', () => textOf(row));
    }
  }

  #checkSent(site: Site, onTheWay: Map<number, bigint>): void {
    for (const sent of site.tables.table('sent_transfers').rows()) {
      if (site.forged === Number(sent['transfer_id'])) continue;
      const to = this.#site(keeperOf(String(sent['target']) as never));
      const received = to.tables.table('received_transfers').find(sent['transfer_id'] ?? null);
      const { status } = sent;
      const isCredited = received?.['status'] === 'credited';
      const isRefused = received?.['status'] === 'refused';
      if (!isCredited && status !== 'back')
        add(onTheWay, sent['currency_id'], whole(sent['amount_minor']));
      if (site.isUnsettled || to.isUnsettled) continue;
      const told = () => textOf({ sent, received });
      must(
        received === undefined || FACTS.every((name) => sent[name] === received[name]),
        'both sides say the same of a transfer',
        told,
      );
      must(!(isCredited && status === 'back'), 'a transfer has one end', told);
      must(status !== 'done' || isCredited, 'what is over was credited', told);
      must(status !== 'back' || isRefused, 'what came back was refused for ever', told);
    }
  }

  #onTheWay(): Map<number, bigint> {
    const sums = new Map<number, bigint>();
    for (const site of this.#sites) this.#checkSent(site, sums);
    return sums;
  }

  #checkReceived(site: Site): void {
    for (const received of site.tables.table('received_transfers').rows()) {
      const id = Number(received['transfer_id']);
      const from = this.#site(senderOf(id));
      must(from.forged !== id, 'what no engine has sent is not carried', () => textOf(received));
      const isSent = from.tables.table('sent_transfers').find(BigInt(id)) !== undefined;
      if (received['status'] === 'refused' || isSent) continue;
      if (site.isUnsettled || from.isUnsettled) continue;
      must(false, 'what was credited was sent', () => textOf(received));
    }
  }

  /** Whatever clocks say, nothing is had before it was sent. What a loss had written again is of a time of its own. */
  #checkTime(site: Site, transferId: number, timeMs: number): void {
    const from = this.#site(senderOf(transferId));
    if (site.losses > 0 || from.losses > 0) return;
    const sent = from.tables.table('sent_transfers').find(BigInt(transferId));
    must(
      sent === undefined || Number(sent['time_ms']) < timeMs,
      'what arrives is later than it left',
      () => textOf({ sent, timeMs }),
    );
  }

  /** What users and the house have in all engines, and what is on its way, is what came from outside. */
  #checkLiabilities(): void {
    const sums = new Map<number, bigint>();
    for (const { tables } of this.#sites) {
      for (const { account, currency_id, total_minor } of tables.table('balances').rows())
        if (account !== 'other_engines') add(sums, currency_id, whole(total_minor));
    }
    const onTheWay = this.#onTheWay();
    for (const [currency, sum] of sums)
      must(
        sum + (onTheWay.get(currency) ?? 0n) === 0n,
        'what is owed and on its way is what came from outside',
        () => `${currency}: ${sum}`,
      );
  }

  #checkFrozen(site: Site, owner: number | undefined): void {
    const heldSinceMs = this.#frozen.get(owner ?? 0) ?? Number.POSITIVE_INFINITY;
    if (owner === undefined || this.#now() < heldSinceMs) return;
    const row = site.tables.table('owners').find(BigInt(owner));
    must(
      row?.['is_frozen'] === true,
      'who is frozen at home is frozen where something of theirs happens',
      () => `${owner} at ${site.name}`,
    );
  }

  #site(name: EngineName): Site {
    const site = this.#sites.find((each) => each.name === name);
    must(site !== undefined, 'each engine is there', () => name);
    return site;
  }
}

/** What an engine's ledger has of the others is what its rows say, whatever was lost. By currency. */
function checkElsewhere({ name, tables, forged }: Site): Map<number, bigint> {
  const byRows = new Map<number, bigint>();
  for (const row of tables.table('sent_transfers').rows())
    if (row['status'] !== 'back' && Number(row['transfer_id']) !== forged)
      add(byRows, row['currency_id'], whole(row['amount_minor']));
  for (const row of tables.table('received_transfers').rows())
    if (row['status'] === 'credited') add(byRows, row['currency_id'], -whole(row['amount_minor']));
  const balances = new Map<number, bigint>();
  for (const { currency_id } of tables.table('currencies').rows()) {
    const currency = Number(currency_id);
    const account = ledgerAccountId(0, 'other_engines', currency);
    const total = whole(tables.table('balances').find(BigInt(account))?.['total_minor']);
    balances.set(currency, total);
    must(
      total === (byRows.get(currency) ?? 0n),
      'other_engines is what an engine’s rows say',
      () => `${name} ${currency}: ${total} and ${byRows.get(currency)}`,
    );
  }
  return balances;
}

/** One entry where it left and one where it arrived or came back to, and no other. */
function checkRecords({ tables, forged }: Site): void {
  const entries = tables.table('journal_entries');
  const has = (source: unknown, reference: string): boolean => {
    const reason = source === 'referral_rebates' ? 'rebate_payout' : 'transfer';
    return entries.findBy(['reason', 'reference'], [reason, reference]) !== undefined;
  };
  for (const row of tables.table('sent_transfers').rows()) {
    const { transfer_id, reference, source, status } = row;
    if (Number(transfer_id) === forged) continue;
    const left = [String(reference), `${transfer_id}:restored`].filter((each) => has(source, each));
    const isBack = has(source, `${reference}:back`);
    must(left.length === 1 && isBack === (status === 'back'), 'a transfer has its records', () =>
      textOf({ row, left, isBack }),
    );
  }
  for (const { transfer_id, status } of tables.table('received_transfers').rows()) {
    if (status === 'credited') continue;
    must(!has('coin', `${transfer_id}:in`), 'what was refused has no record', () =>
      String(transfer_id),
    );
  }
}
