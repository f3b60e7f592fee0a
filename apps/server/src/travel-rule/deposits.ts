/**
 * Whose wallets deposits came from. Goal: from the threshold on nothing that came in is usable before its owner said it is from an own
 * wallet, or the originator's provider answered for it; and nothing is lost, or kept for ever. Method: a deposit is credited and frozen
 * in one command; what waits is found in the tables, so a crash loses none; each wait and each refusal is a hold with its end, and at the
 * end, or let go by two, the deposit is released. Of a provider's message only what came of it is kept.
 */
import { createHmac } from 'node:crypto';
import { type DepositOrigin, type ParsedOf, ProblemError } from '@fairlead/contract';
import type { Command, Result } from '@fairlead/engine';
import type { AuditLog } from '../core/acts/audit.ts';
import type { TravelRuleConfig } from '../core/config/travel-rule.ts';
import { isSigned, type SignedMessage } from '../core/operations/signed-calls.ts';
import type { Say } from '../core/texts/texts.ts';
import {
  askedDeposit,
  type DueOrigin,
  dueOrigins,
  endedOriginWaits,
  keepOrigin,
  keepOriginAnswer,
  keepOriginHold,
  type NewAnswer,
  type Origin,
  type OriginState,
  originsOf,
  postponeOrigin,
  takeUpDeposits,
  unheldDeposits,
  usableDeposits,
} from './deposit-queries.ts';
import { ivms101In } from './ivms101.ts';
import { isNamed, meantOutputs, type TravelMessage } from './message.ts';
import { isOriginKnown, keepTaken, outputsPaid, takenDigest } from './message-queries.ts';
import { askTravel, retryAfter, type TravelQuestion, transferOf } from './provider.ts';
import { smallDeposits, unsaidCurrencies } from './small-queries.ts';
import { AWAY_AFTER_MS, type TravelRoundNeeds, type TravelRuleOptions } from './travel-rule.ts';
import { type Deposit, isWorth, mostBelow, type OriginNeeds } from './worth.ts';

const AT_ONCE = 20;

export interface OriginRoundNeeds extends TravelRoundNeeds, OriginNeeds {
  readonly sequencer: { run(command: Command): Promise<Result> };
}

export class TravelDeposits {
  readonly #options: TravelRuleOptions;

  constructor(options: TravelRuleOptions) {
    this.#options = options;
  }

  /** Whether it is credited and not usable: where it cannot be valued it is of any worth. */
  async asksOrigin(
    deposit: Deposit & { readonly depositId: number },
    needs: OriginNeeds,
  ): Promise<boolean> {
    const { provider, database } = this.#options;
    if (provider === undefined || !isWorth(deposit, provider.threshold, needs)) return false;
    return !(await isOriginKnown(database, deposit.depositId));
  }

  /** Of deposits, by number; also while nobody is asked any more. */
  of(depositIds: readonly number[]): Promise<ReadonlyMap<number, OriginState>> {
    return originsOf(this.#options.database, depositIds);
  }

  /** What is asked of held deposits, by number. */
  async asked(
    deposits: readonly (Deposit & { readonly depositId: number })[],
    needs: OriginNeeds,
  ): Promise<ReadonlyMap<number, DepositOrigin>> {
    const { provider } = this.#options;
    const found = await this.of(deposits.map(({ depositId }) => depositId));
    return new Map(
      deposits.map((deposit): [number, DepositOrigin] => {
        const { origin, answer, senders = [], proven } = found.get(deposit.depositId) ?? {};
        const isAsked = provider !== undefined && origin === undefined && answer === undefined;
        const isProofAsked =
          isAsked && proven === undefined && senders.length > 0 && this.#asksProof(deposit, needs);
        return [
          deposit.depositId,
          { is_asked: isAsked, ...origin, ...(isProofAsked && { prove: [...senders] }) },
        ];
      }),
    );
  }

  /**
   * Keeps what a user says of a deposit of theirs that is held; the same again changes nothing. Throws `not_found`, `validation_failed`
   * for names missing or too many, `already_decided` and `wallet_proof_needed`.
   */
  async say(
    { userId, input, say }: { userId: number; input: ParsedOf<'sayOrigin'>; say: Say },
    needs: OriginNeeds,
  ): Promise<void> {
    const { provider, database, clock } = this.#options;
    const { id: depositId, ...origin } = input;
    const asked = await askedDeposit(database, depositId);
    if (provider === undefined || asked?.userId !== userId) throw new ProblemError('not_found');
    const fields = wrongNames(origin, say);
    if (Object.keys(fields).length > 0) throw new ProblemError('validation_failed', { fields });
    if (isSame(asked.origin, origin)) return;
    if (!asked.isHeld || asked.isAnswered || asked.origin !== undefined)
      throw new ProblemError('already_decided');
    if (origin.wallet === 'own' && asked.senders.length > 0 && this.#asksProof(asked, needs)) {
      const proven = (await this.of([depositId])).get(depositId)?.proven;
      if (proven === undefined) throw new ProblemError('wallet_proof_needed');
    }
    const said = { depositId, userId, origin, nowMs: clock.now() };
    if (await keepOrigin(database, said)) return;
    // Said in the same moment, or answered.
    const now = await askedDeposit(database, depositId);
    if (!isSame(now?.origin, origin)) throw new ProblemError('already_decided');
  }

  /**
   * Takes the message of an originator's provider; again it answers only what came anew since, as after a reorganisation. Throws
   * `not_found` where the rule is off or there is no such deposit of a verified user, or not all of it, yet: it is to be said again;
   * `api_signature_wrong`, and `idempotency_conflict` for another message under the same id.
   */
  async take(
    signed: SignedMessage | undefined,
    message: TravelMessage,
    { terms, audit }: Pick<OriginNeeds, 'terms'> & { readonly audit: Pick<AuditLog, 'add'> },
  ): Promise<void> {
    const { provider, database, clock, verification } = this.#options;
    if (provider === undefined) throw new ProblemError('not_found');
    const { id: messageId, transfer, ivms101 } = message;
    const signing = { secret: provider.secret, nowMs: clock.now() };
    if (signed === undefined || signed.id !== messageId || !isSigned(signed, signing))
      throw new ProblemError('api_signature_wrong');
    const digest = digestOf(message, provider.secret);
    const taken = await takenDigest(database, messageId);
    if (taken !== undefined && taken !== digest) throw new ProblemError('idempotency_conflict');
    const { chain, tx_id: txId, address, currency } = transfer;
    const isNamedSo = (name: string) => name.toUpperCase() === currency.toUpperCase();
    const paid = (await outputsPaid(database, { chain, txId, address })).filter((each) =>
      isNamedSo(terms.knownCurrency(each.currencyId).name),
    );
    const [first] = paid;
    const isWhole = paid.every(({ depositId }) => depositId !== undefined);
    const identity = first && isWhole && (await verification.verifiedIdentity(first.userId));
    if (!identity) throw new ProblemError('not_found');
    const { scale } = terms.knownCurrency(first.currencyId);
    const { isRight, outputs } = meantOutputs(message, paid, scale);
    const reason = !isRight
      ? 'amount'
      : isNamed(ivms101.beneficiary.beneficiaryPerson, identity.name)
        ? undefined
        : 'name';
    const answer = reason === undefined ? 'accepted' : 'mismatch';
    for (const { depositId, userId, isDecided } of outputs) {
      if (isDecided || depositId === undefined) continue;
      const said = { depositId, userId, answer, reason, reference: messageId } as const;
      await this.#answer({ ...said, nowMs: clock.now() }, audit);
    }
    if (taken !== undefined) return;
    if (await keepTaken(database, { messageId, digest, nowMs: clock.now() })) return;
    if ((await takenDigest(database, messageId)) !== digest)
      throw new ProblemError('idempotency_conflict');
  }

  /**
   * Takes up what is held, asks about what is due, says what is waited for or was refused, and releases what nothing keeps. Each step of
   * a deposit may fail without another's: it is tried again with the next round.
   */
  async round(needs: OriginRoundNeeds): Promise<void> {
    const { provider, database, clock, holds } = this.#options;
    const isOff = provider === undefined;
    await takeUpDeposits(database, clock.now());
    if (provider !== undefined) {
      const due = await dueOrigins(database, { nowMs: clock.now(), limit: AT_ONCE });
      await Promise.all(due.map((row) => this.#ask(provider, row, needs)));
      await this.#releaseSmall(provider, needs);
    }
    const awaySinceMs = clock.now() - AWAY_AFTER_MS;
    for (const found of await unheldDeposits(database, { isOff, awaySinceMs, limit: AT_ONCE })) {
      const { depositId, userId, reason } = found;
      await trying(needs.log, depositId, async () => {
        const on = { userId, kind: 'deposit', recordId: depositId, reason } as const;
        const holdId = await holds.placeBySystem(on);
        if (holdId !== undefined) await keepOriginHold(database, { depositId, holdId });
      });
    }
    for (const { depositId, holdId } of await endedOriginWaits(database, { isOff }))
      await trying(needs.log, depositId, () => holds.clear(holdId));
    for (const depositId of await usableDeposits(database, { isOff, limit: AT_ONCE }))
      await trying(needs.log, depositId, () => release(depositId, needs));
  }

  /** What nobody said or answered anything about, and is worth less than what is asked about, now that there is an index for it. */
  async #releaseSmall(provider: TravelRuleConfig, needs: OriginRoundNeeds): Promise<void> {
    const { database, holds } = this.#options;
    for (const currencyId of await unsaidCurrencies(database)) {
      const amountMax = mostBelow(currencyId, provider.threshold, needs);
      if (amountMax === undefined) continue;
      const small = await smallDeposits(database, { currencyId, amountMax, limit: AT_ONCE });
      for (const { depositId, holdId } of small)
        await trying(needs.log, depositId, async () => {
          if (holdId !== undefined) await holds.clear(holdId);
          await release(depositId, needs);
        });
    }
  }

  /** Whatever goes wrong with one is no answer: it is asked again later, and keeps no other from its turn. */
  async #ask(provider: TravelRuleConfig, row: DueOrigin, needs: OriginRoundNeeds): Promise<void> {
    const { database, clock } = this.#options;
    const { depositId, userId, attempts } = row;
    try {
      const question = await this.#question(provider, row, needs);
      const said = question && (await askTravel(provider, question, () => clock.now()));
      if (said !== undefined && said.answer !== 'pending') {
        const { answer, reason, reference } = said;
        const kept = { depositId, userId, answer, reason, reference, nowMs: clock.now() };
        await this.#answer(kept, needs.audit);
        return;
      }
    } catch (error) {
      needs.log.warn({ err: error, deposit: depositId }, 'a travel rule question failed');
    }
    await postponeOrigin(database, { depositId, nextTryMs: clock.now() + retryAfter(attempts) });
  }

  async #answer(said: NewAnswer, audit: Pick<AuditLog, 'add'>): Promise<void> {
    const { depositId, answer, reference } = said;
    if (!(await keepOriginAnswer(this.#options.database, said)) || answer === 'accepted') return;
    const detail = { answer, reference };
    await audit.add({ action: 'travel_rule.refused', subject: `deposit ${depositId}`, detail });
  }

  /** Undefined for a user whose identity is not verified. */
  async #question(
    provider: TravelRuleConfig,
    row: DueOrigin,
    { terms }: TravelRoundNeeds,
  ): Promise<TravelQuestion | undefined> {
    const identity = await this.#options.verification.verifiedIdentity(row.userId);
    if (identity === undefined) return undefined;
    return {
      id: `travel_in_${row.depositId}`,
      transfer: { direction: 'in', ...transferOf(row, terms), tx_id: row.txId },
      provider: row.provider,
      ivms101: ivms101In(provider.self, {
        originator: row.originator,
        beneficiary: { userId: row.userId, name: identity.name, address: row.address },
      }),
    };
  }

  /** Whether an own wallet's word is not enough for so much. */
  #asksProof(deposit: Deposit, needs: OriginNeeds): boolean {
    const proofFrom = this.#options.provider?.proofFrom;
    return proofFrom !== undefined && isWorth(deposit, proofFrom, needs);
  }
}

async function release(depositId: number, { sequencer, log }: OriginRoundNeeds): Promise<void> {
  const result = await sequencer.run({ kind: 'release_deposit', depositId });
  // Its chain may have taken it back in the same moment.
  if (!result.ok)
    log.warn({ deposit: depositId, reject: result.reject }, 'a deposit is not released');
}

/** What goes wrong with one deposit keeps no other from its turn. */
async function trying(
  log: OriginRoundNeeds['log'],
  depositId: number,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.warn({ err: error, deposit: depositId }, 'a step of a held deposit failed');
  }
}

const isSame = (kept: Origin | undefined, { wallet, provider, originator }: Origin): boolean =>
  kept?.wallet === wallet && kept.provider === provider && kept.originator === originator;

/** With another provider both names, with an own wallet none. */
function wrongNames({ wallet, provider, originator }: Origin, say: Say): Record<string, string> {
  const word = say(wallet === 'provider' ? 'fields.required' : 'fields.invalid');
  const wrong = Object.entries({ provider, originator }).filter(
    ([, name]) => (name !== undefined) !== (wallet === 'provider'),
  );
  return Object.fromEntries(wrong.map(([name]) => [name, word]));
}

/** Of names, so keyed: nobody tries names against it who has the database alone. */
const digestOf = (message: TravelMessage, secret: string): string =>
  createHmac('sha256', secret).update(JSON.stringify(message)).digest('hex');
