/**
 * What deposits and withdrawals should do, as simply as it can be said: everything is kept for ever in plain
 * lists, and what is frozen, used of a day, in transit or suspended is counted anew whenever it is asked for.
 */
import type { Command, LoneRule, Stamp } from '@fairlead/engine';
import { DAY_MS, minimum } from '@fairlead/units';
import {
  heldOf,
  inTransitOf,
  isRenamed,
  type NaiveDeposit,
  type NaiveWithdrawal,
  type NaiveWord,
  type Of,
  type Outcome,
  outputOf,
  pass,
  STEPS,
  sum,
  suspendedOf,
} from './naive-custody-rows.ts';

export class NaiveCustody {
  readonly owners = new Set<number>();
  readonly frozen = new Set<number>();
  /** Why nothing of whom may leave. */
  readonly stopped = new Map<number, string>();
  readonly currencies = new Set<number>();
  readonly withdrawals: NaiveWithdrawal[] = [];
  readonly deposits: NaiveDeposit[] = [];
  readonly #money = new Map<string, bigint>();
  readonly #references = new Set<string>();
  /** What one word passed, for ever. */
  readonly #alone: NaiveWord[] = [];
  /** "owner operator": who passed a claim of whom alone. */
  readonly #vouched = new Set<string>();

  execute(command: Command, stamp: Stamp): Outcome {
    switch (command.kind) {
      case 'configure_currency':
        this.currencies.add(command.currency.currencyId);
        return 'ok';
      case 'open_account':
        this.owners.add(command.owner);
        return 'ok';
      case 'post_entry':
        return this.#post(command);
      case 'transfer':
        return this.#transfer(command);
      case 'set_owner_state':
        if (!this.owners.has(command.owner)) return 'account_not_found';
        if (command.isFrozen) this.frozen.add(command.owner);
        else this.frozen.delete(command.owner);
        return 'ok';
      case 'hold_withdrawals':
        if (!this.owners.has(command.owner)) return 'account_not_found';
        if (command.reason === undefined) this.stopped.delete(command.owner);
        else this.stopped.set(command.owner, command.reason);
        return 'ok';
      case 'request_withdrawal':
        return this.#request(command, stamp);
      case 'cancel_withdrawal':
        return this.#cancel(command);
      case 'decide_withdrawal':
        return this.#decideWithdrawal(command, stamp);
      case 'mark_withdrawal':
        return this.#mark(command);
      case 'open_deposit':
        return this.#open(command, stamp);
      case 'credit_deposit':
        return this.#credit(command);
      case 'release_deposit':
        return this.#release(command);
      case 'decide_deposit':
        return this.#decideDeposit(command, stamp);
      case 'drop_deposit':
        return this.#drop(command);
      case 'reverse_deposit':
        return this.#reverse(command);
      default:
        throw new RangeError(`the oracle knows of custody only, not of ${command.kind}`);
    }
  }

  /** The total of "owner account currency"; the house is owner 0. */
  total(key: string): bigint {
    return this.#money.get(key) ?? 0n;
  }

  held(owner: number, currencyId: number): bigint {
    return heldOf(this, { owner, currencyId });
  }

  suspended(currencyId: number): bigint {
    return suspendedOf(this.deposits, currencyId);
  }

  inTransit(currencyId: number): bigint {
    return inTransitOf(this.withdrawals, currencyId);
  }

  #move(from: string, to: string, amount: bigint): void {
    this.#money.set(from, this.total(from) - amount);
    this.#money.set(to, this.total(to) + amount);
  }

  #available(owner: number, currencyId: number): bigint {
    return this.total(`${owner} coin ${currencyId}`) - this.held(owner, currencyId);
  }

  #post({ source, target, currencyId, amount, reference }: Of<'post_entry'>): Outcome {
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    const isReserved = 'house' in source && source.house === 'withdrawals_in_transit';
    if (isReserved) return 'terms_invalid';
    const from = 'house' in source ? `0 ${source.house}` : `${source.owner} ${source.account}`;
    const to = 'house' in target ? `0 ${target.house}` : `${target.owner} ${target.account}`;
    const bound = from === '0 suspense' ? this.suspended(currencyId) : 0n;
    const free = this.total(`${from} ${currencyId}`) - bound;
    if (from !== '0 external' && free < amount) return 'insufficient_balance';
    this.#references.add(reference);
    this.#move(`${from} ${currencyId}`, `${to} ${currencyId}`, amount);
    return 'ok';
  }

  #transfer({ owner, source, target, currencyId, amount }: Of<'transfer'>): Outcome {
    if (!this.owners.has(owner)) return 'account_not_found';
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    if (this.frozen.has(owner)) return 'account_frozen';
    if (amount <= 0n) return 'amount_not_positive';
    const free =
      source === 'coin'
        ? this.#available(owner, currencyId)
        : this.total(`${owner} ${source} ${currencyId}`);
    if (free < amount) return 'insufficient_balance';
    this.#move(`${owner} ${source} ${currencyId}`, `${owner} ${target} ${currencyId}`, amount);
    return 'ok';
  }

  #request(request: Of<'request_withdrawal'>, { sequence, timeMs }: Stamp): Outcome {
    const { owner, currencyId, amount, fee } = request;
    const day = Math.floor(timeMs / DAY_MS);
    const today = this.withdrawals.filter(
      (each) => each.day === day && each.request.owner === owner,
    );
    if (!this.owners.has(owner)) return 'account_not_found';
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    if (this.frozen.has(owner)) return 'account_frozen';
    if (this.stopped.has(owner)) return 'withdrawals_held';
    if (amount <= 0n) return 'amount_not_positive';
    if (amount < request.minimum) return 'below_minimum';
    if (amount - 2n * fee < 0n || amount - fee <= 0n) return 'fee_exceeds_amount';
    const value = sum(today, (each) => each.request.valueMinor) + request.valueMinor;
    const isOver = today.length + 1 > request.dailyCountMax || value > request.dailyValueMax;
    if (this.#available(owner, currencyId) < amount) return 'insufficient_balance';
    if (isOver) return 'daily_limit';
    this.withdrawals.push({
      request,
      id: sequence,
      day,
      status: 'under_review',
      sendState: 'idle',
      txId: undefined,
      approvals: [],
    });
    return 'ok';
  }

  /** The engine knows what is not finished, and the latest day. */
  #findWithdrawal(id: number): NaiveWithdrawal | undefined {
    const latest = Math.max(...this.withdrawals.map(({ day }) => day));
    return this.withdrawals.find(
      (each) =>
        each.id === id &&
        (each.day === latest ||
          each.status === 'under_review' ||
          (each.status === 'passed' && each.sendState !== 'sent')),
    );
  }

  #cancel({ owner, withdrawalId }: Of<'cancel_withdrawal'>): Outcome {
    if (!this.owners.has(owner)) return 'account_not_found';
    const found = this.#findWithdrawal(withdrawalId);
    if (found === undefined || found.request.owner !== owner) return 'withdrawal_not_found';
    if (found.status !== 'under_review') return 'already_decided';
    found.status = 'rejected';
    return 'ok';
  }

  /** Whether one word is enough, and if so it is remembered. */
  #isEnough({ kind, by, owner, value, timeMs }: NaiveWord, rule: LoneRule | undefined): boolean {
    if (rule === undefined) return false;
    if (kind === 'withdrawal' && this.#vouched.has(`${owner} ${by}`)) return false;
    const alike = this.#alone.filter((each) => each.kind === kind);
    const day = alike.filter((each) => each.by === by && each.timeMs > timeMs - DAY_MS);
    const week = alike.filter((each) => each.owner === owner && each.timeMs > timeMs - 7 * DAY_MS);
    if (sum(day, (each) => each.value) + value >= rule.operatorDayFrom) return false;
    if (sum(week, (each) => each.value) + value >= rule.ownerWeekFrom) return false;
    this.#alone.push({ kind, by, owner, value, timeMs });
    return true;
  }

  #decideWithdrawal(command: Of<'decide_withdrawal'>, { timeMs }: Stamp): Outcome {
    const { operatorId, intentHash } = command;
    const found = this.#findWithdrawal(command.withdrawalId);
    if (found === undefined) return 'withdrawal_not_found';
    const isPassing = command.decision === 'passed';
    if (isPassing && this.frozen.has(found.request.owner)) return 'account_frozen';
    if (isPassing && this.stopped.has(found.request.owner)) return 'withdrawals_held';
    if (found.status !== 'under_review') return 'already_decided';
    if (!isPassing) {
      found.status = 'rejected';
      return 'ok';
    }
    if (found.approvals.some((each) => each.operatorId === operatorId)) return 'same_operator';
    if (found.approvals.some((each) => each.intentHash !== intentHash)) return 'terms_invalid';
    const { owner, currencyId, amount, fee, approvalsNeeded, valueMinor: value } = found.request;
    const isLone = approvalsNeeded === 1 && found.approvals.length === 0;
    const isCounted = command.lone?.countsAsTwo !== false;
    if (!isLone && !isCounted) return 'operator_not_counted';
    const word = { kind: 'withdrawal', by: operatorId, owner, value, timeMs };
    const isEnough = isLone && this.#isEnough(word, command.lone);
    if (isLone && !isEnough && !isCounted) return 'operator_not_counted';
    found.approvals.push({ operatorId, intentHash });
    if (!isEnough && found.approvals.length < 2) return 'ok';
    found.status = 'passed';
    const coin = `${owner} coin ${currencyId}`;
    this.#move(coin, `0 withdrawals_in_transit ${currencyId}`, amount - fee);
    this.#move(coin, `0 fees ${currencyId}`, fee);
    return 'ok';
  }

  #mark({ withdrawalId, to, txId, replaces, reason }: Of<'mark_withdrawal'>): Outcome {
    const found = this.#findWithdrawal(withdrawalId);
    if (found === undefined) return 'withdrawal_not_found';
    const { owner, currencyId, amount, fee } = found.request;
    const isPaying = to === 'signed' || to === 'sent';
    const isFrozen = this.frozen.has(owner);
    if (found.sendState === 'idle' && isPaying && isFrozen) return 'account_frozen';
    if (found.sendState === 'idle' && isPaying && this.stopped.has(owner))
      return 'withdrawals_held';
    if (isPaying && txId === undefined && found.txId === undefined) return 'terms_invalid';
    if (replaces !== undefined && txId === undefined) return 'terms_invalid';
    const isBare = to === 'failed' && reason === undefined;
    if (isBare && found.sendState !== 'failed') return 'terms_invalid';
    if (isRenamed(found, to, [txId, replaces])) {
      found.sendState = to;
      found.txId = txId;
      return 'ok';
    }
    if (txId !== undefined && found.txId !== undefined && txId !== found.txId) {
      return 'not_sendable';
    }
    const wasPassed = found.status === 'passed' || found.sendState === 'refunded';
    const isSame = txId === undefined || txId === found.txId;
    if (wasPassed && found.sendState === to && isSame) return 'ok';
    if (found.status !== 'passed' || !STEPS.has(`${found.sendState}>${to}`)) return 'not_sendable';
    const transit = `0 withdrawals_in_transit ${currencyId}`;
    if (to === 'refunded') {
      if (this.total(`0 fees ${currencyId}`) < fee) return 'insufficient_balance';
      this.#move(transit, `${owner} coin ${currencyId}`, amount - fee);
      this.#move(`0 fees ${currencyId}`, `${owner} coin ${currencyId}`, fee);
      found.status = 'rejected';
    }
    if (to === 'sent') this.#move(transit, `0 external ${currencyId}`, amount - fee);
    found.sendState = to;
    found.txId = to === 'idle' ? undefined : (txId ?? found.txId);
    return 'ok';
  }

  #open(opening: Of<'open_deposit'>, { sequence }: Stamp): Outcome {
    const { owner, currencyId, depositKind, amount } = opening;
    if (!this.owners.has(owner)) return 'account_not_found';
    if (!this.currencies.has(currencyId)) return 'currency_not_found';
    const isChain = depositKind === 'chain';
    const isSeen = this.deposits.some(
      (each) => each.status !== 'orphaned' && outputOf(each.opening) === outputOf(opening),
    );
    if (isChain && isSeen) return 'duplicate_reference';
    if (amount <= 0n) return 'amount_not_positive';
    const claims = this.deposits.filter(
      (each) =>
        each.opening.owner === owner &&
        each.opening.depositKind !== 'chain' &&
        each.status === 'under_review',
    );
    if (!isChain && claims.length + 1 > opening.openMax) return 'too_many_claims';
    this.deposits.push({
      opening,
      id: sequence,
      status: 'under_review',
      isSuspended: false,
      isHeld: false,
      credited: 0n,
      receivable: 0n,
      approvals: [],
    });
    return 'ok';
  }

  #findDeposit(id: number): NaiveDeposit | undefined {
    return this.deposits.find((each) => each.id === id && each.status === 'under_review');
  }

  #credit({ depositId, minimum, reference, isHeld = false }: Of<'credit_deposit'>): Outcome {
    const found = this.#findDeposit(depositId);
    if (found === undefined) return 'deposit_not_found';
    if (found.isSuspended) return 'already_decided';
    const { owner, currencyId, chain, amount, depositKind } = found.opening;
    if (depositKind !== 'chain') return 'terms_invalid';
    if (this.#references.has(`deposit ${reference}`)) return 'duplicate_reference';
    this.#references.add(`deposit ${reference}`);
    const alike = this.deposits.filter(
      (each) =>
        each.isSuspended &&
        !each.isHeld &&
        each.opening.owner === owner &&
        each.opening.currencyId === currencyId &&
        each.opening.chain === chain,
    );
    const isEnough = sum([found, ...alike], ({ opening }) => opening.amount) >= minimum;
    const suspense = `0 suspense ${currencyId}`;
    const coin = `${owner} coin ${currencyId}`;
    this.#move(`0 external ${currencyId}`, isEnough ? coin : suspense, amount);
    found.isSuspended = !isEnough;
    if (!isEnough) return 'ok';
    for (const each of alike) this.#move(suspense, coin, each.opening.amount);
    for (const each of [found, ...alike]) {
      each.isSuspended = isHeld;
      each.isHeld = isHeld;
      if (!isHeld) pass(each, each.opening.amount);
    }
    return 'ok';
  }

  #release({ depositId }: Of<'release_deposit'>): Outcome {
    const found = this.#findDeposit(depositId);
    if (found === undefined) return 'deposit_not_found';
    if (!found.isHeld) return 'terms_invalid';
    pass(found, found.opening.amount);
    return 'ok';
  }

  #decideDeposit(command: Of<'decide_deposit'>, { timeMs }: Stamp): Outcome {
    const { operatorId, reference, lone } = command;
    const found = this.#findDeposit(command.depositId);
    if (found === undefined) return 'deposit_not_found';
    const { owner, currencyId, amount, depositKind } = found.opening;
    const isPassing = command.decision === 'passed';
    const isRepeated = found.approvals.some((each) => each.operatorId === operatorId);
    if (isPassing && isRepeated) return 'same_operator';
    if (depositKind === 'chain') return 'terms_invalid';
    if (!isPassing) {
      found.status = 'rejected';
      return 'ok';
    }
    const credited = command.credited ?? amount;
    if (reference === undefined) return 'terms_invalid';
    const isOther = found.approvals.some(
      (each) => each.credited !== credited || each.reference !== reference,
    );
    if (isOther) return 'terms_invalid';
    if (this.#references.has(`deposit ${reference}`)) return 'duplicate_reference';
    if (credited <= 0n) return 'amount_not_positive';
    const isLone = command.approvalsNeeded === 1 && found.approvals.length === 0;
    if (!isLone && lone?.countsAsTwo === false) return 'operator_not_counted';
    const value = command.valueMinor;
    const isEnough =
      isLone &&
      value !== undefined &&
      this.#isEnough({ kind: 'claim', by: operatorId, owner, value, timeMs }, lone);
    if (isLone && !isEnough && lone?.countsAsTwo === false) return 'operator_not_counted';
    found.approvals.push({ operatorId, credited, reference });
    const isFirst = found.approvals.length === 1;
    if (isFirst && !isEnough) return 'ok';
    if (isEnough && (lone?.holdingMs ?? 0) > 0) this.#vouched.add(`${owner} ${operatorId}`);
    this.#references.add(`deposit ${reference}`);
    this.#move(`0 external ${currencyId}`, `${owner} coin ${currencyId}`, credited);
    pass(found, credited);
    return 'ok';
  }

  #drop({ depositId, reason }: Of<'drop_deposit'>): Outcome {
    const found = this.#findDeposit(depositId);
    if (found === undefined) return 'deposit_not_found';
    const { currencyId, amount, depositKind } = found.opening;
    if (depositKind !== 'chain') return 'terms_invalid';
    const place = found.isHeld ? `${found.opening.owner} coin` : '0 suspense';
    if (found.isSuspended) this.#move(`${place} ${currencyId}`, `0 external ${currencyId}`, amount);
    found.isSuspended = false;
    found.isHeld = false;
    found.status = reason === 'orphaned' ? 'orphaned' : 'rejected';
    return 'ok';
  }

  #reverse({ deposit }: Of<'reverse_deposit'>): Outcome {
    const found = this.deposits.find((each) => each.id === deposit.depositId);
    if (found === undefined) return 'deposit_not_found';
    if (deposit.status !== 'passed' || found.status !== 'passed') return 'already_decided';
    const { owner, currencyId } = found.opening;
    const free = this.#available(owner, currencyId);
    const taken = minimum(free, found.credited);
    this.#move(`${owner} coin ${currencyId}`, `0 external ${currencyId}`, taken);
    found.status = 'orphaned';
    found.receivable = found.credited - taken;
    if (found.receivable > 0n) this.frozen.add(owner);
    return 'ok';
  }
}
