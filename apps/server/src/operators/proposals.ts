/**
 * What needs two operators: one proposes, another decides, and it is carried out once. A decision is one
 * statement in the table, so of any number at once one wins; whoever proposed cannot be the other, in which
 * role or session ever (cases.md V8). What was passed and not carried out, because the process ended in
 * between, is carried out at the next start or minute: every effect can be repeated without a second one.
 */

import { PROPOSAL_DECIDERS, ProblemError, type ProposalKind } from '@fairlead/contract';
import { assert, HOUR_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import {
  CONSENTS,
  type ConsentKind,
  isConsent,
  type ProposalEffects,
} from '../core/acts/effects.ts';
import { type OperatorPayload, payloadOf } from '../core/acts/payloads.ts';
import {
  decideProposal,
  findProposal,
  finishProposal,
  insertProposal,
  type ProposalRow,
  unfinishedProposals,
  usableProposal,
} from '../core/acts/proposal-queries.ts';
import { toProblem } from '../core/http/envelope.ts';
import type { OperatorCaller } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import { Mutex } from '../core/store/mutex.ts';
import type { EffectPhase } from '../core/terms/change.ts';
import { isTermsKind, type TermsProposalKind } from '../core/terms/policy.ts';
import type { Say } from '../core/texts/texts.ts';
import type { TermsNotices } from '../terms/index.ts';
import { checkCountAsTwo } from './access/second-operators.ts';
import { findOperatorById } from './queries.ts';

export interface ProposalsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
  readonly log: Pick<Logger, 'error'>;
  readonly effects: () => ProposalEffects;
  readonly notices: Pick<TermsNotices, 'noticeHours' | 'announce' | 'withdraw'>;
}

export interface ProposalDraft {
  readonly kind: ProposalKind;
  readonly payload: object;
  readonly reason: string;
}

/** A consent that nobody uses is void after this. */
const CONSENT_USABLE_MS = 24 * HOUR_MS;
/** What nobody decided for so long was made for another day: it can only be rejected. */
export const PROPOSAL_OPEN_MS = 7 * 24 * HOUR_MS;

export class Proposals {
  readonly #options: ProposalsOptions;
  readonly #running = new Map<number, Promise<void>>();
  /** Terms change one after another: what is looked at is what is changed. */
  readonly #termsTurn = new Mutex();

  constructor(options: ProposalsOptions) {
    this.#options = options;
  }

  /** Asks for something; the same asked for again while it is open is one proposal. */
  propose(caller: OperatorCaller, { kind, payload, reason }: ProposalDraft): Promise<number> {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    const proposal = {
      kind,
      payload: JSON.stringify(payload),
      reason,
      proposedBy: caller.operatorId,
      createdAtMs: nowMs,
    };
    return insertProposal(database, proposal, nowMs - PROPOSAL_OPEN_MS);
  }

  /** Puts terms in force that one manager may change alone. Throws `intent_changed` where others came meanwhile. */
  putInForce(
    caller: OperatorCaller,
    { kind, payload }: { readonly kind: TermsProposalKind; readonly payload: object },
  ): Promise<void> {
    const asked = { payload: JSON.stringify(payload), proposedBy: caller.operatorId };
    return this.#termsTurn.run(() => this.#options.effects()[kind](asked));
  }

  /** How long what a proposal asks for is announced before it begins. */
  noticeHours(proposal: Pick<ProposalRow, 'kind' | 'payload'>): number {
    return this.#options.notices.noticeHours(proposal);
  }

  /** Proposes what a call may not do alone, and throws `four_eyes`, which names the proposal. */
  async proposeInstead(caller: OperatorCaller, draft: ProposalDraft, say: Say): Promise<never> {
    const id = await this.propose(caller, draft);
    throw new ProblemError('four_eyes', {
      fields: { proposal_id: say('fields.proposed', { id }) },
    });
  }

  /** Throws `not_found`. */
  async find(proposalId: number): Promise<ProposalRow> {
    const found = await findProposal(this.#options.database, proposalId);
    if (found === undefined) throw new ProblemError('not_found');
    return found;
  }

  /** Throws what stands against this operator's decision: `already_decided`, `four_eyes`, `forbidden`. */
  checkDecider(caller: OperatorCaller, proposal: ProposalRow): void {
    if (proposal.status !== 'open') throw new ProblemError('already_decided');
    if (proposal.proposedBy === caller.operatorId) throw new ProblemError('four_eyes');
    if (caller.role !== 'owner' && !PROPOSAL_DECIDERS[proposal.kind].includes(caller.role))
      throw new ProblemError('forbidden');
    // Nor do they decide about themselves.
    const isOfOperator = isConsent(proposal.kind) || proposal.kind === 'bind_operator';
    if (isOfOperator && payloadOf<OperatorPayload>(proposal).id === caller.operatorId)
      throw new ProblemError('four_eyes');
  }

  /** Throws what stands against passing it now; rejecting is always possible. */
  async checkPassable(caller: OperatorCaller, proposal: ProposalRow, say: Say): Promise<void> {
    const { database, clock } = this.#options;
    const { createdAtMs, proposedBy } = proposal;
    if (createdAtMs < clock.now() - PROPOSAL_OPEN_MS)
      throw new ProblemError('intent_changed', { fields: { id: say('fields.proposal_expired') } });
    const proposer = await findOperatorById(database, proposedBy);
    if (proposer?.isActive !== true)
      throw new ProblemError('four_eyes', { fields: { id: say('fields.proposer_stopped') } });
    await checkCountAsTwo(this.#options, [caller.operatorId, proposedBy], say);
  }

  /** Decides, carries out what was passed, and gives the proposal as it is then. */
  async decide(
    caller: OperatorCaller,
    proposal: ProposalRow,
    given: { readonly decision: 'passed' | 'rejected'; readonly reason: string | undefined },
  ): Promise<ProposalRow> {
    const { database, clock } = this.#options;
    const { proposalId } = proposal;
    this.checkDecider(caller, proposal);
    const decidedBy = caller.operatorId;
    const nowMs = clock.now();
    const openSinceMs = nowMs - PROPOSAL_OPEN_MS;
    const decision = { ...given, proposalId, decidedBy, nowMs, openSinceMs };
    if (!(await decideProposal(database, decision))) throw new ProblemError('already_decided');
    if (given.decision === 'passed') await this.#carryOut(await this.find(proposalId));
    return this.find(proposalId);
  }

  /** Carries out what was passed and not yet carried out. */
  async finishAll(): Promise<void> {
    const { database } = this.#options;
    const nowMs = this.#options.clock.now();
    for (const proposal of await unfinishedProposals(database, CONSENTS, nowMs))
      await this.#carryOut(proposal);
  }

  /** Uses up another operator's consent to what this one asked for; false without one. */
  async useConsent(
    caller: OperatorCaller,
    { kind, payload }: { readonly kind: ConsentKind; readonly payload: object },
  ): Promise<boolean> {
    const { database, clock } = this.#options;
    const proposalId = await usableProposal(database, {
      kind,
      payload: JSON.stringify(payload),
      proposedBy: caller.operatorId,
      sinceMs: clock.now() - CONSENT_USABLE_MS,
    });
    if (proposalId === undefined) return false;
    return finishProposal(database, proposalId, { failure: undefined, nowMs: clock.now() });
  }

  /** One at a time for each proposal: the call that decided it and the sweep may meet. */
  #carryOut(proposal: ProposalRow): Promise<void> {
    const { proposalId } = proposal;
    const running = this.#running.get(proposalId);
    if (running !== undefined) return running;
    const started = this.#run(proposal).finally(() => this.#running.delete(proposalId));
    this.#running.set(proposalId, started);
    return started;
  }

  async #run(proposal: ProposalRow): Promise<void> {
    const { database, clock, log, notices } = this.#options;
    const { proposalId, kind, startsAtMs } = proposal;
    if (isConsent(kind) || (startsAtMs ?? 0) > clock.now()) return;
    const mustAnnounce = startsAtMs === undefined && notices.noticeHours(proposal) > 0;
    let failure: string | undefined;
    try {
      await this.#apply(proposal, mustAnnounce ? 'check' : undefined);
      if (mustAnnounce) {
        await notices.announce(proposal);
        return;
      }
    } catch (error) {
      const problem = error instanceof ProblemError ? error : undefined;
      // Anything else passes: it stays to be carried out.
      if (problem === undefined) {
        log.error({ err: error, code: toProblem(error)?.code, proposalId }, 'a proposal waits');
        return;
      }
      failure = problem.code;
    }
    if (await finishProposal(database, proposalId, { failure, nowMs: clock.now() })) {
      await this.#note(proposal, failure);
      if (failure !== undefined && startsAtMs !== undefined)
        await notices.withdraw({ ...proposal, startsAtMs });
    }
  }

  #apply(proposal: ProposalRow, phase: EffectPhase | undefined): Promise<void> {
    const effects = this.#options.effects();
    const { kind } = proposal;
    if (isTermsKind(kind)) return this.#termsTurn.run(() => effects[kind](proposal, phase));
    assert(!isConsent(kind), 'a consent is used by a call');
    return effects[kind](proposal);
  }

  #note({ proposalId, kind, decidedBy }: ProposalRow, failure: string | undefined): Promise<void> {
    return this.#options.audit.add({
      ...(decidedBy !== undefined && { operatorId: decidedBy }),
      action: failure === undefined ? 'proposal.carried_out' : 'proposal.failed',
      subject: `proposal ${proposalId}`,
      detail: { kind, ...(failure !== undefined && { code: failure }) },
    });
  }
}
