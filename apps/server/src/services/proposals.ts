/**
 * What needs two operators: one proposes, another decides, and it is carried out once. A decision is one
 * statement in the table, so of any number at once one wins; whoever proposed cannot be the other, in which
 * role or session ever (security.md V8). What was passed and not carried out, because the process ended in
 * between, is carried out at the next start or minute: every effect can be repeated without a second one.
 */
import {
  type OperatorRole,
  PROPOSAL_DECIDERS,
  ProblemError,
  type ProposalKind,
} from '@fairlead/contract';
import type { Logger } from 'pino';
import { toProblem } from '../plugins/envelope.ts';
import type { Database } from '../store/database.ts';
import { findOperatorById } from '../store/operator-queries.ts';
import {
  decideProposal,
  findProposal,
  finishProposal,
  insertProposal,
  type ProposalRow,
  unfinishedProposals,
  usableProposal,
} from '../store/proposal-queries.ts';
import type { OperatorCaller } from './operators.ts';
import type { AuditLog } from './operators-audit.ts';
import { type OperatorPayload, payloadOf } from './proposals-payloads.ts';
import { checkCountAsTwo } from './second-operators.ts';
import type { Say } from './texts.ts';

/** Carries a passed proposal out. Throws ProblemError where that cannot be; repeating it does nothing. */
export type ProposalEffect = (proposal: ProposalRow) => Promise<void>;

/**
 * These are consent to a call that the proposer makes again: a reset shows a password, and a change waits until
 * the changed operator does nothing, which the decider's turn must not.
 */
const CONSENTS = ['reset_operator', 'change_operator'] as const;
export type ConsentKind = (typeof CONSENTS)[number];
export type CarriedOutKind = Exclude<ProposalKind, ConsentKind>;
const isConsent = (kind: ProposalKind): kind is ConsentKind =>
  CONSENTS.some((each) => each === kind);

export interface ProposalsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
  readonly log: Pick<Logger, 'error'>;
  readonly effects: Readonly<Record<CarriedOutKind, ProposalEffect>>;
}

export interface ProposalDraft {
  readonly kind: ProposalKind;
  readonly payload: object;
  readonly reason: string;
}

/** Who may consent to what is done to an operator. */
export const CONSENT_ROLES: readonly OperatorRole[] = [
  'owner',
  ...PROPOSAL_DECIDERS.reset_operator,
];

const HOUR_MS = 60 * 60_000;
/** A consent that nobody uses is void after this. */
const CONSENT_USABLE_MS = 24 * HOUR_MS;
/** What nobody decided for so long was made for another day: it can only be rejected. */
export const PROPOSAL_OPEN_MS = 7 * 24 * HOUR_MS;

export class Proposals {
  readonly #options: ProposalsOptions;
  readonly #running = new Map<number, Promise<void>>();

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
    if (isConsent(proposal.kind) && payloadOf<OperatorPayload>(proposal).id === caller.operatorId)
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
    for (const proposal of await unfinishedProposals(database, CONSENTS))
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
    const { database, clock, log, effects } = this.#options;
    const { proposalId, kind } = proposal;
    if (isConsent(kind)) return;
    let failure: string | undefined;
    try {
      await effects[kind](proposal);
    } catch (error) {
      const problem = error instanceof ProblemError ? error : undefined;
      // Anything else passes: it stays to be carried out.
      if (problem === undefined) {
        log.error({ err: error, code: toProblem(error)?.code, proposalId }, 'a proposal waits');
        return;
      }
      failure = problem.code;
    }
    if (await finishProposal(database, proposalId, { failure, nowMs: clock.now() }))
      await this.#note(proposal, failure);
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
