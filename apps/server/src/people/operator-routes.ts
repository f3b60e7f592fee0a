/** Users as operators look them up: masked, each unmasking reasoned, counted and noted (cases.md L4). */

import { type OperatorUser, ProblemError, type ResponseOf } from '@fairlead/contract';
import { mainOf } from '@fairlead/engine';
import { act } from '../core/acts/acts.ts';
import type { RecoverPayload, ReleasePayload, UnfreezePayload } from '../core/acts/payloads.ts';
import { amountText } from '../core/http/figures.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { textsOf } from '../core/texts/texts.ts';
import { findLock, type RecoveryPhotos } from '../identity/index.ts';
import { guardsOf, maskedAccount } from '../identity/users/index.ts';
import { balancesOf } from '../ledger/index.ts';
import { sayReason } from '../notices/index.ts';
import { subAccountsOf } from '../sub-accounts/index.ts';
import { maskedName } from '../verification/index.ts';
import { findUser } from './lookup.ts';
import type { PeopleNeeds } from './needs.ts';
import {
  countSessions,
  freezeMarkOf,
  holdMarkOf,
  type LookedUpUser,
  receivablesOf,
  usersPage,
} from './queries.ts';
import { revealed } from './reveals.ts';
import { operatorSearch } from './search.ts';
import { timelineHandlers } from './timeline.ts';
import { turnoverOf } from './turnover-queries.ts';

type Names =
  | 'operatorUsers'
  | 'operatorUser'
  | 'operatorSearch'
  | 'revealUser'
  | 'freezeUser'
  | 'judgeRecovery'
  | 'holdWithdrawals'
  | 'operatorTimeline'
  | 'addUserNote'
  | 'endUserSessions';

export function operatorUserHandlers(context: PeopleNeeds): Pick<Handlers, Names> {
  const { database, sessions } = context;
  return {
    ...timelineHandlers(context),
    operatorUsers: async ({ input: { query, is_frozen, ...paging } }) => {
      const page = await usersPage(
        database,
        { ...searchOf(query?.trim()), isFrozen: is_frozen },
        paging,
      );
      return { ...page, list: page.list.map(userView) };
    },
    operatorSearch: (call) => operatorSearch(context, call),
    operatorUser: ({ input }) => showUser(context, input.id),
    revealUser: async (call) => {
      const { id, field, reason } = call.input;
      const user = await findUser(context, id);
      const view = { action: 'user.revealed', subject: `user ${id}`, detail: { field, reason } };
      return act(context, call, view, async () => {
        const left = await context.views.count(operatorOf(call), { userId: id, field });
        return { field, value: await revealed(context, user, field), views_left: left };
      });
    },
    freezeUser: (call) => freezeUser(context, call),
    judgeRecovery: (call) => judgeRecovery(context, call),
    holdWithdrawals: (call) => holdWithdrawals(context, call),
    endUserSessions: async (call) => {
      const { id, reason } = call.input;
      await findUser(context, id);
      const ended = { action: 'user.sessions_ended', subject: `user ${id}`, detail: { reason } };
      await act(context, call, ended, () => sessions.endAll(id));
      return call.say('done.saved');
    },
  };
}

/** A number is an id, an account is given whole, anything else is how a nickname begins. */
function searchOf(query: string | undefined) {
  if (query === undefined || query === '') return {};
  if (/^\d{1,10}$/.test(query)) return { userId: Number(query) };
  if (query.includes('@')) return { account: query.toLowerCase() };
  if (query.startsWith('+')) return { account: `+${query.replaceAll(/\D/g, '')}` };
  return { nickname: query.toLowerCase() };
}

const userView = (user: LookedUpUser): OperatorUser => ({
  id: user.userId,
  account: maskedAccount(user),
  nickname: user.nickname,
  kind: user.kind,
  created_at: user.createdAtMs,
  ...(user.lastSeenAtMs !== undefined && { last_seen_at: user.lastSeenAtMs }),
  basic_verification: user.basic,
  advanced_verification: user.advanced,
  has_otp: user.hasOtp,
  passkeys: user.passkeys,
  has_fund_password: user.hasFundPassword,
  is_bot: user.isBot,
  is_frozen: user.isFrozen,
  ...(user.withdrawalHold !== undefined && {
    withdrawal_hold: sayReason(user.withdrawalHold, textsOf('en')),
  }),
  is_partner: user.isPartner,
});

async function showUser(context: PeopleNeeds, userId: number): Promise<ResponseOf<'operatorUser'>> {
  const { database, reports, terms, clock, securityLocks, recoveries } = context;
  const user = await findUser(context, userId);
  const usableAtMs = await securityLocks.usableAt(userId);
  const lock = await findLock(database, userId);
  const recovery = await recoveries.find(userId);
  const balances = await balancesOf(reports, userId);
  const main = mainOf(userId);
  const subAccounts = await subAccountsOf(database, main);
  return {
    user: userView(user),
    balances: balances
      .filter(({ total }) => total !== 0n)
      .map(({ account, currencyId, total, frozen }) => {
        const currency = terms.knownCurrency(currencyId);
        return {
          account,
          currency: currency.name,
          available: amountText(total - frozen, currency),
          frozen: amountText(frozen, currency),
          total: amountText(total, currency),
        };
      }),
    sessions: await countSessions(database, userId, clock.now()),
    receivables: (await receivablesOf(database, userId)).map(({ currencyId, amount }) => {
      const currency = terms.knownCurrency(currencyId);
      return { currency: currency.name, amount: amountText(amount, currency) };
    }),
    ...(subAccounts.length > 0 && {
      family: [
        { id: main, name: '' },
        ...subAccounts.map(({ subAccountId: id, name }) => ({ id, name })),
      ],
    }),
    ...(usableAtMs !== undefined && { withdrawals_usable_at: usableAtMs }),
    ...(lock !== undefined && { lock: lockView(lock) }),
    ...(recovery !== undefined && {
      recovery: {
        ...recoveries.view(recovery),
        id: recovery.recoveryId,
        ...(recovery.photos !== undefined && photosView(recovery.photos)),
      },
    }),
    background: await backgroundView(context, userId),
  };
}

const lockView = ({
  lockedAtMs,
  isByMail,
  asked,
}: NonNullable<Awaited<ReturnType<typeof findLock>>>) => ({
  locked_at: lockedAtMs,
  by_mail: isByMail,
  ...(asked !== undefined && {
    asked_at: asked.atMs,
    document_photo: asked.documentId,
    holding_photo: asked.holdingId,
  }),
});

const photosView = ({ documentId, holdingId }: RecoveryPhotos) => ({
  document_photo: documentId,
  holding_photo: holdingId,
});

async function backgroundView(
  { database, terms, verification }: PeopleNeeds,
  userId: number,
): Promise<ResponseOf<'operatorUser'>['background']> {
  const [guards, turnover, names] = await Promise.all([
    guardsOf(database, [userId]),
    turnoverOf(database, userId),
    verification.verifiedNames([userId]),
  ]);
  const known = guards.get(userId);
  const name = names.get(userId);
  const { passwordChangedAtMs, fundPasswordChangedAtMs, newDeviceAtMs, country } = known ?? {};
  return {
    ...(passwordChangedAtMs !== undefined && { password_changed_at: passwordChangedAtMs }),
    ...(fundPasswordChangedAtMs !== undefined && {
      fund_password_changed_at: fundPasswordChangedAtMs,
    }),
    ...(newDeviceAtMs !== undefined && { new_device_at: newDeviceAtMs }),
    devices: known?.devices ?? 0,
    ...(country !== undefined && { country }),
    ...(known?.newCountryAtMs !== undefined && { new_country_at: known.newCountryAtMs }),
    ...(name !== undefined && { verified_name: maskedName(name) }),
    totals: turnover.map(({ currencyId, deposited, withdrawn }) => {
      const currency = terms.knownCurrency(currencyId);
      return {
        currency: currency.name,
        deposited: amountText(deposited, currency),
        withdrawn: amountText(withdrawn, currency),
      };
    }),
  };
}

/** Freezing protects and is done at once; unfreezing takes two. */
async function freezeUser(
  context: PeopleNeeds,
  call: Call<'freezeUser'>,
): Promise<ResponseOf<'freezeUser'>> {
  const { id, is_frozen, reason, words, days } = call.input;
  const user = await findUser(context, id);
  const action = is_frozen ? 'user.frozen' : 'user.unfreeze_proposed';
  const said = { action, subject: `user ${id}`, detail: { reason, words, days } };
  return act(context, call, said, async () => {
    if (is_frozen) {
      const { operatorId } = operatorOf(call);
      const hold = { operatorId, userId: id, kind: 'account', reason, words, days } as const;
      await context.holds.place(hold);
      return { is_effective: true };
    }
    if (!user.isFrozen) return { is_effective: true };
    const payload = { id, ...(await freezeMarkOf(context.database, id)) } satisfies UnfreezePayload;
    const draft = { kind: 'unfreeze_user', payload, reason } as const;
    const proposalId = await context.proposals.propose(operatorOf(call), draft);
    return { is_effective: false, proposal_id: proposalId };
  });
}

/** A no is one person's and at once; a yes takes two, and is the second of two ways only. */
async function judgeRecovery(
  context: PeopleNeeds,
  call: Call<'judgeRecovery'>,
): Promise<ResponseOf<'judgeRecovery'>> {
  const { id, recovery: recoveryId, decision, reason } = call.input;
  const isNo = decision === 'rejected';
  const action = isNo ? 'recovery.refused_by_operator' : 'recovery.identity_proposed';
  const said = { action, subject: `user ${id}`, detail: { recovery: recoveryId, reason } };
  return act(context, call, said, async () => {
    const found = await context.recoveries.find(id);
    const photos = found?.recoveryId === recoveryId ? found.photos : undefined;
    if (found === undefined || photos === undefined || found.isIdentified)
      throw new ProblemError('not_found');
    if (isNo) {
      await context.recoveries.refuse(found, reason);
      return { is_effective: true };
    }
    const payload = { id, recovery: recoveryId, ...photosView(photos) } satisfies RecoverPayload;
    const draft = { kind: 'recover_account', payload, reason } as const;
    const proposalId = await context.proposals.propose(operatorOf(call), draft);
    return { is_effective: false, proposal_id: proposalId };
  });
}

/** Holding protects and is done at once; letting go takes two. The user is told why it is held. */
async function holdWithdrawals(
  context: PeopleNeeds,
  call: Call<'holdWithdrawals'>,
): Promise<ResponseOf<'holdWithdrawals'>> {
  const { id, is_held, reason, words, days } = call.input;
  const user = await findUser(context, id);
  const action = is_held ? 'user.withdrawals_held' : 'user.release_proposed';
  const said = { action, subject: `user ${id}`, detail: { reason, words, days } };
  return act(context, call, said, async () => {
    if (is_held) {
      const { operatorId } = operatorOf(call);
      const hold = { operatorId, userId: id, kind: 'withdrawals', reason, words, days } as const;
      await context.holds.place(hold);
      return { is_effective: true };
    }
    if (user.withdrawalHold === undefined) return { is_effective: true };
    const payload = { id, ...(await holdMarkOf(context.database, id)) } satisfies ReleasePayload;
    const draft = { kind: 'release_withdrawals', payload, reason } as const;
    const proposalId = await context.proposals.propose(operatorOf(call), draft);
    return { is_effective: false, proposal_id: proposalId };
  });
}
