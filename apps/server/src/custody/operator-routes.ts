/** The queues of deposits and withdrawals and what is decided there. */

import { ProblemError, withdrawalApproval } from '@fairlead/contract';
import { act, checkSound } from '../core/acts/acts.ts';
import { type SentPayload, sendPayload } from '../core/acts/payloads.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { decideClaim, operatorDeposits } from './deposits/operator-desk.ts';
import { runDecision } from './lone-rule.ts';
import type { CustodyNeeds } from './needs.ts';
import { depositQueue, withdrawalQueue } from './operator-queries.ts';
import {
  findWithdrawal,
  operatorWithdrawal,
  operatorWithdrawals,
  withdrawalDecision,
} from './withdrawals/operator-desk.ts';
import { checkProof } from './withdrawals/send-evidence.ts';
import { checkWritten, isSameTx } from './withdrawals/sent-marks.ts';

type Names =
  | 'operatorDeposits'
  | 'decideDeposit'
  | 'operatorWithdrawals'
  | 'decideWithdrawal'
  | 'withdrawalSent'
  | 'proposeSend';

export function operatorCustodyHandlers(context: CustodyNeeds): Pick<Handlers, Names> {
  return {
    operatorDeposits: async ({ input }) => {
      const { kind, ...rest } = input;
      const filter = { ...filterOf(rest), kind };
      const page = await depositQueue(context.database, filter, pagingOf(input));
      return { ...page, list: await operatorDeposits(context, page.list) };
    },
    decideDeposit: async (call) => {
      const { id, decision, credited, reference, reason } = call.input;
      const decided = {
        action: `deposit.${decision}`,
        subject: `deposit ${id}`,
        detail: { credited, reference, reason },
      };
      return act(context, call, decided, () => decideClaim(context, operatorOf(call), call));
    },
    operatorWithdrawals: async ({ input }) => {
      const { send_state, ...rest } = input;
      const filter = { ...filterOf(rest), sendState: send_state };
      const page = await withdrawalQueue(context.database, filter, pagingOf(input));
      return { ...page, list: await operatorWithdrawals(context, page.list) };
    },
    decideWithdrawal: (call) => decideWithdrawal(context, call),
    withdrawalSent: (call) => markSent(context, call),
    proposeSend: (call) => proposeSend(context, call),
  };
}

interface FilterInput {
  readonly id?: number | undefined;
  readonly status?: string | undefined;
  readonly currency_id?: number | undefined;
  readonly user_id?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const filterOf = ({ id, status, currency_id, user_id, from, to }: FilterInput) => ({
  id,
  status,
  currencyId: currency_id,
  userId: user_id,
  fromMs: from,
  toMs: to,
});

const pagingOf = ({ page, limit }: { readonly page: number; readonly limit: number }) => ({
  page,
  limit,
});

async function decideWithdrawal(context: CustodyNeeds, call: Call<'decideWithdrawal'>) {
  const { id, decision, reason, intent_hash } = call.input;
  const decided = {
    action: `withdrawal.${decision}`,
    subject: `withdrawal ${id}`,
    detail: { reason, intent_hash },
  };
  return act(context, call, decided, async () => {
    const queued = await findWithdrawal(context, id);
    const { input, say } = call;
    const caller = operatorOf(call);
    const screened = { purpose: 'withdrawal', recordId: id, userId: queued.row.owner } as const;
    if (decision === 'passed') {
      await context.screenings.checkPassable(screened);
      await context.travelRule.checkPassable(id);
    }
    const command = await withdrawalDecision(context, caller, { queued, input, say });
    if (command.decision === 'passed') {
      const draft = async () => withdrawalApproval(await operatorWithdrawal(context, queued));
      await context.signedApprovals.take({ caller, input, ip: call.ip }, draft);
    }
    const decideNow = () => runDecision(context, command, say);
    if (command.decision === 'rejected') await decideNow();
    else await context.holds.whileFree('withdrawal', id, decideNow);
    return operatorWithdrawal(context, await findWithdrawal(context, id));
  });
}

/** A failed one is sent anew first. */
const SENDABLE = ['idle', 'signed', 'unknown', 'sent'] as const;

/**
 * What took two to approve takes two to call paid, and so does what the signer has begun: it tells of its own
 * payments, and another transaction than its own would leave its one to be paid as well.
 */
async function markSent(context: CustodyNeeds, call: Call<'withdrawalSent'>) {
  const { sentMarks, proposals } = context;
  const { id, tx_id } = call.input;
  const sent = { action: 'withdrawal.sent', subject: `withdrawal ${id}`, detail: { tx_id } };
  return act(context, call, sent, async () => {
    const { row } = await findWithdrawal(context, id);
    const isOther = row.txId !== undefined && !isSameTx(row.txId, tx_id);
    const isOpen = SENDABLE.some((state) => state === row.sendState);
    if (row.status !== 'passed' || isOther || !isOpen) throw new ProblemError('not_sendable');
    checkWritten(row, tx_id, call.say);
    // The engine lets go of what is done: said again, it is as true as before.
    if (row.sendState !== 'sent') {
      checkSound(context);
      await sentMarks.checkUnused(row, tx_id);
      const tookTwo = row.approvalsNeeded === 2 || row.approvals.length > 1;
      if (row.sendState !== 'idle' || tookTwo) {
        const payload = { ...sendPayload(row), sent_tx_id: tx_id } satisfies SentPayload;
        const draft = { kind: 'mark_sent', payload, reason: tx_id } as const;
        await proposals.proposeInstead(operatorOf(call), draft, call.say);
      }
      await sentMarks.mark(row, tx_id);
    }
    return operatorWithdrawal(context, await findWithdrawal(context, id));
  });
}

/** States in which nothing may have left, by what is asked for; `unknown` with a proof that two accept (W3). */
const PROPOSABLE = {
  refund: ['idle', 'failed', 'unknown'],
  resend: ['failed', 'unknown'],
} as const;

async function proposeSend(context: CustodyNeeds, call: Call<'proposeSend'>) {
  const { id, act: wanted, reason, proof } = call.input;
  const proposed = {
    action: `withdrawal.${wanted}_proposed`,
    subject: `withdrawal ${id}`,
    detail: { reason, ...(proof !== undefined && { proof }) },
  };
  return act(context, call, proposed, async () => {
    const { row } = await findWithdrawal(context, id);
    const isOpen = PROPOSABLE[wanted].some((state) => state === row.sendState);
    if (row.status !== 'passed' || !isOpen) throw new ProblemError('not_sendable');
    checkProof(context, row, { proof, say: call.say });
    const kind = wanted === 'refund' ? 'refund_withdrawal' : 'resend_withdrawal';
    const payload = { ...sendPayload(row), ...(proof !== undefined && { proof }) };
    const draft = { kind, payload, reason } as const;
    return { proposal_id: await context.proposals.propose(operatorOf(call), draft) };
  });
}
