/**
 * Verifications that a provider checks. Goal: its word is one word, as an operator's is: it passes or refuses a submission, and never one
 * that an operator decided; what it says later of one that passed is a hold with an end. Method: each submission has a row from its
 * transaction on; a round opens it at the provider, and asks what became of it where nothing was called back; what is said either way is
 * kept first and acted on by the round, one word after another, in the process of the engine alone. Nothing passes before its word, or
 * before it was waited for in vain: then a person looks.
 */
import { ProblemError } from '@fairlead/contract';
import { MINUTE_MS, SECOND_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { AuditLog } from '../../core/acts/audit.ts';
import type { IdentityProviderConfig } from '../../core/config/providers.ts';
import { ask, isSigned, type SignedMessage } from '../../core/operations/signed-calls.ts';
import type { Database } from '../../core/store/database.ts';
import { type Holds, REVOKED } from '../../holds/index.ts';
import type { Verifications } from '../service.ts';
import {
  checkName,
  knownReason,
  type OpeningQuestion,
  type StatusQuestion,
  verificationOf,
  zOpened,
  zStatus,
} from './provider.ts';
import {
  type CheckRow,
  checksOf,
  countRefused,
  dueChecks,
  endDecided,
  insertWord,
  keepCall,
  keepOutcome,
  keepRevoked,
  keepVerdict,
  type NewWord,
  newWords,
  type Outcome,
  type WordRow,
} from './queries.ts';

/** After so many refusals by the provider a person decides, whatever it says. */
const REFUSALS_MAX = 2;
const AT_ONCE = 20;
const WORDS_AT_ONCE = 100;
const RETRY_MS = 30 * SECOND_MS;
const RETRY_MAX_MS = 10 * MINUTE_MS;
/** When it is first asked about what was opened: what it says is called back long before. */
const ASK_MS = MINUTE_MS;
const ASK_MAX_MS = 30 * MINUTE_MS;
const MESSAGE_ID = /^[\x21-\x7e]{1,100}$/;

export interface IdentityChecksOptions {
  /** Absent: nothing is checked by a provider, and nothing waits for it. */
  readonly provider: IdentityProviderConfig | undefined;
  readonly publicUrl: string;
  readonly database: Database;
  readonly clock: { now(): number };
  readonly verification: Pick<Verifications, 'find' | 'person' | 'decideFor'>;
}

export interface CheckRoundNeeds {
  readonly holds: Pick<Holds, 'placeBySystem' | 'find'>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly log: Pick<Logger, 'warn'>;
}

export class IdentityChecks {
  readonly #options: IdentityChecksOptions;

  constructor(options: IdentityChecksOptions) {
    this.#options = options;
  }

  /** Throws `screening_waits` for a submission that the provider has not answered and is still waited for. */
  async checkPassable(verificationId: number): Promise<void> {
    const { provider, database } = this.#options;
    if (provider === undefined) return;
    const check = (await checksOf(database, [verificationId])).get(verificationId);
    if (check !== undefined && check.verdict === undefined)
      throw new ProblemError('screening_waits');
  }

  /** Those of submissions, by number. */
  of(verificationIds: readonly number[]): Promise<ReadonlyMap<number, CheckRow>> {
    return checksOf(this.#options.database, verificationIds);
  }

  /**
   * Keeps what was called back. Throws `not_found` where no provider is named, `api_signature_wrong`, and `idempotency_conflict` for
   * another word under the same id.
   */
  async take(
    message: SignedMessage | undefined,
    word: Pick<NewWord, 'session' | 'verdict' | 'reason'> & {
      readonly verification: string;
      readonly user: string;
    },
  ): Promise<void> {
    const { provider, clock } = this.#options;
    if (provider === undefined) throw new ProblemError('not_found');
    const signing = { secret: provider.secret, nowMs: clock.now() };
    if (message === undefined || !MESSAGE_ID.test(message.id) || !isSigned(message, signing))
      throw new ProblemError('api_signature_wrong');
    if (!(await this.#keepWord(message.id, word))) throw new ProblemError('idempotency_conflict');
  }

  /** Asks about what is due, then acts on what was said. */
  async round(needs: CheckRoundNeeds): Promise<void> {
    const { provider, database, clock } = this.#options;
    if (provider === undefined) return;
    await endDecided(database, clock.now());
    const due = await dueChecks(database, { nowMs: clock.now(), limit: AT_ONCE });
    const asked = due.map((check) => this.#ask(provider, check, needs));
    const done = await Promise.allSettled(asked);
    for (const word of await newWords(database, WORDS_AT_ONCE)) await this.#actOn(word, needs);
    const failed = done.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  /** Opens a check, or asks what became of it; without an answer again later, and no longer than it is waited for. */
  async #ask(
    provider: IdentityProviderConfig,
    check: CheckRow,
    needs: CheckRoundNeeds,
  ): Promise<void> {
    const { database, clock } = this.#options;
    const { verificationId, calls, endsAtMs } = check;
    let isAway = true;
    const onThere = () => {
      isAway = false;
    };
    const answer = await this.#answerOf(provider, check, onThere).catch((error: unknown) => {
      // Ours: what could not be asked says nothing of the provider.
      onThere();
      needs.log.warn({ err: error, verification: verificationId }, 'an identity check failed');
      return undefined;
    });
    const nowMs = clock.now();
    const isAnswered = answer !== undefined;
    const [firstMs, mostMs] = isAnswered ? [ASK_MS, ASK_MAX_MS] : [RETRY_MS, RETRY_MAX_MS];
    // The first question comes soon after the opening, however often that was tried.
    const tries = answer?.opened === undefined ? Math.min(calls, 10) : 0;
    const waitMs = Math.min(firstMs * 2 ** tries, mostMs);
    const nextCallMs = nowMs < endsAtMs ? Math.min(nowMs + waitMs, endsAtMs) : nowMs + waitMs;
    const opened = answer?.opened;
    await keepCall(database, {
      ...{ verificationId, nextCallMs, nowMs, isAway },
      ...(opened !== undefined && { opened }),
    });
    if (nowMs < endsAtMs || answer?.isSaid === true) return;
    const said = { verificationId, verdict: 'unanswered', reason: undefined, nowMs } as const;
    if (await keepVerdict(database, said))
      await needs.audit.add({
        action: 'identity.unanswered',
        subject: `verification ${verificationId}`,
      });
  }

  /** Undefined where none came; what is said of a check is kept as if it had been called back. */
  async #answerOf(
    provider: IdentityProviderConfig,
    check: CheckRow,
    onThere: () => void,
  ): Promise<
    | {
        readonly opened?: { readonly session: string; readonly link: string };
        readonly isSaid?: boolean;
      }
    | undefined
  > {
    const now = () => this.#options.clock.now();
    const { session } = check;
    if (session === undefined) {
      const question = await this.#opening(check);
      const opened = await ask(provider, question, { schema: zOpened, now, onThere });
      return opened && { opened: { session: opened.session, link: opened.url } };
    }
    const verification = checkName(check.verificationId);
    const question: StatusQuestion = {
      id: `${verification}_status_${check.calls}`,
      ...{ action: 'status', verification, session },
    };
    const status = await ask(provider, question, { schema: zStatus, now, onThere });
    if (status === undefined || status.verdict === 'pending') return status && {};
    const { verdict, reason, user } = status;
    const word = { verification: status.verification, user, session: status.session };
    const isKept = await this.#keepWord(status.id, { ...word, verdict, reason });
    const isOfIt =
      status.verification === verification &&
      status.session === session &&
      user === String(check.userId);
    return { isSaid: isKept && isOfIt };
  }

  async #opening(check: CheckRow): Promise<OpeningQuestion> {
    const { verification, publicUrl } = this.#options;
    const row = await verification.find(check.verificationId);
    const { country, name, idNumber, address } = await verification.person(row);
    const verificationName = checkName(check.verificationId);
    return {
      id: verificationName,
      action: 'open',
      verification: verificationName,
      user: String(check.userId),
      level: row.level,
      claim: {
        ...(country !== undefined && { country }),
        ...(name !== undefined && { name }),
        ...(idNumber !== undefined && { id_number: idNumber }),
        ...(address !== undefined && { address }),
      },
      expires_at: check.endsAtMs,
      callback_url: `${publicUrl}/api/identity/callback`,
      return_url: `${publicUrl}/#/pages/verification/index`,
    };
  }

  #keepWord(
    messageId: string,
    word: Pick<NewWord, 'session' | 'verdict' | 'reason'> & {
      readonly verification: string;
      readonly user: string;
    },
  ): Promise<boolean> {
    const { database, clock } = this.#options;
    const { session, verdict, reason } = word;
    const verificationId = verificationOf(word.verification);
    const said = { verificationId, namedUser: word.user, session, verdict, reason };
    return insertWord(database, { messageId, ...said, nowMs: clock.now() });
  }

  /** One that fails keeps no other from its turn, and is acted on again in the next round. */
  async #actOn(word: WordRow, needs: CheckRoundNeeds): Promise<void> {
    const { database } = this.#options;
    const { wordId, verificationId, session, verdict } = word;
    try {
      const outcome = await this.#outcomeOf(word, needs);
      if (outcome === undefined) return;
      if (outcome !== 'repeated')
        await needs.audit.add({
          action: 'identity.ignored',
          subject: `verification ${verificationId}`,
          detail: { why: outcome, verdict, session },
        });
      await keepOutcome(database, { wordId, outcome });
    } catch (error) {
      needs.log.warn({ err: error, verification: verificationId }, 'an identity word failed');
    }
  }

  /** Why nothing is done with a word; undefined where it was acted on. */
  async #outcomeOf(word: WordRow, needs: CheckRoundNeeds): Promise<Outcome | undefined> {
    const { check, verdict } = word;
    // Read anew: of several words in one round each changes what the next is said of.
    const now = check && (await this.of([check.verificationId])).get(check.verificationId);
    if (now === undefined) return 'unknown';
    if (word.namedUser !== String(now.userId) || word.session !== now.session) return 'stranger';
    if (now.verdict === verdict) return 'repeated';
    if (now.verdict === undefined) return this.#decide(word, needs);
    if (now.verdict !== 'approved' || (verdict !== 'revoked' && verdict !== 'rejected'))
      return 'late';
    if (now.revokedAtMs !== undefined) return 'repeated';
    // What two operators took back, or what was sent anew, is held for nothing.
    const { status } = await this.#options.verification.find(now.verificationId);
    if (status !== 'passed') return 'late';
    return this.#revoke(word, now, needs);
  }

  async #decide(word: WordRow, { audit }: CheckRoundNeeds): Promise<Outcome | undefined> {
    const { database, verification, clock } = this.#options;
    const { verificationId, wordId } = word;
    // Taken back before it was heard: a person looks.
    const verdict = word.verdict === 'revoked' ? 'review' : word.verdict;
    const row = await verification.find(verificationId);
    if (row.status !== 'under_review') return 'late';
    const reason = verdict === 'rejected' ? knownReason(word.reason) : undefined;
    const isForPerson =
      verdict === 'review' ||
      (verdict === 'rejected' && (await countRefused(database, row)) >= REFUSALS_MAX);
    await audit.add({
      action: `identity.${verdict}`,
      subject: `verification ${verificationId}`,
      detail: {
        session: word.session,
        said: word.verdict,
        ...(reason !== undefined && { reason }),
        isForPerson,
      },
    });
    const keep = async (source: Parameters<typeof keepVerdict>[0]) => {
      await keepVerdict(source, { verificationId, verdict, reason, nowMs: clock.now() });
      await keepOutcome(source, { wordId, outcome: 'taken' });
    };
    if (isForPerson) await database.transaction(keep);
    else {
      const refusal = verdict === 'expired' ? 'identity_expired' : reason;
      const status = verdict === 'approved' ? 'passed' : 'rejected';
      await verification.decideFor({ verificationId, status, reason: refusal }, keep);
    }
    return undefined;
  }

  /** Held as what a check found: again it changes nothing. */
  async #revoke(
    { verificationId, wordId, verdict, session }: WordRow,
    { userId }: CheckRow,
    { holds, audit }: CheckRoundNeeds,
  ): Promise<undefined> {
    const { database, clock } = this.#options;
    const holdId = await holds.placeBySystem({ userId, kind: 'withdrawals', reason: REVOKED });
    // What others found is held there: it waits until this can be held by its own name.
    if (holdId !== undefined && (await holds.find(holdId)).reason !== REVOKED) return undefined;
    await audit.add({
      action: 'identity.revoked',
      subject: `verification ${verificationId}`,
      detail: { verdict, session, ...(holdId !== undefined && { hold: holdId }) },
    });
    await database.transaction(async (transaction) => {
      await keepRevoked(transaction, { verificationId, holdId, nowMs: clock.now() });
      await keepOutcome(transaction, { wordId, outcome: 'taken' });
    });
  }
}
