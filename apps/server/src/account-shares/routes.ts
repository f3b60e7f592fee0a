/** Giving another user reading of one's accounts, accepting it, and ending it: by either side, at once. */
import { type GivenShare, ProblemError, type ReceivedShare } from '@fairlead/contract';
import { mainOf, subAccountOf } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import { type Call, type Handlers, userOf } from '../core/http/handler.ts';
import {
  type AccountShares,
  isWithinBound,
  type NamedShare,
  ownersOf,
  sharedAccount,
} from './account-shares.ts';
import type { AccountSharesNeeds } from './needs.ts';
import type { ShareRow } from './queries.ts';

type Names = 'accountShares' | 'createAccountShare' | 'acceptAccountShare' | 'endAccountShare';

/** What is noted for whoever did not act tells nothing of the other's place. */
const NOWHERE = { ip: '', userAgent: '' };

export function accountShareHandlers(context: AccountSharesNeeds): Pick<Handlers, Names> {
  const { accountShares, identity, userOtp, messages, securityActs, clock } = context;
  return {
    accountShares: async (call) => {
      const { userId } = userOf(call);
      const given = await accountShares.given(userId);
      const received = await accountShares.received(userId);
      const names = await accountShares.accountNames(
        [...given, ...received].map(({ ownerId }) => ownerId),
      );
      return {
        given: given.map((share) => givenView(share, names, clock.now())),
        received: received.map((share) => receivedView(share, names)),
      };
    },
    createAccountShare: async (call) => {
      const { userId } = userOf(call);
      const { accounts, until: untilMs } = call.input;
      const email = call.input.email.toLowerCase();
      refuseTime(call, untilMs, clock.now());
      // What a key of a program takes.
      const { passwordHash } = await identity.confirmPassword(
        userOf(call),
        call.input.password,
        call,
      );
      await userOtp.check(userId, call.input.otp);
      if ((await identity.accountOf(userId)) === email)
        throw invalid('email', call.say('fields.choice'));
      const offer = { ownerId: userId, verifiedHash: passwordHash, email, accounts, untilMs };
      const share = await accountShares.offer(offer);
      await securityActs.note({ userId }, { kind: 'share_given', detail: email }, call);
      const owner = await accountShares.maskedName(userId);
      // The same statement whether anybody has the address.
      await securityActs.note(
        { account: email },
        { kind: 'share_received', detail: owner },
        NOWHERE,
      );
      const told = { email, until: minuteText(untilMs), ip: call.ip };
      await messages.tellAndMail(userId, 'share_given', told);
      return givenView(share, await accountShares.accountNames([userId]), clock.now());
    },
    acceptAccountShare: async (call) => {
      const { userId } = userOf(call);
      const share = await accountShares.accept(userId, call.input.id);
      const { ownerId, email, owner } = share;
      const kind = 'share_accepted';
      await securityActs.note({ userId }, { kind, detail: owner }, call);
      await securityActs.note({ userId: ownerId }, { kind, detail: email }, NOWHERE);
      await messages.tellAndMail(ownerId, kind, { email, until: minuteText(share.untilMs) });
      return receivedView(share, await accountShares.accountNames([ownerId]));
    },
    endAccountShare: async (call) => {
      const { userId } = userOf(call);
      const share = await accountShares.end(userId, call.input.id);
      await tellEnded(context, call, share);
      return call.say('done.share_ended');
    },
  };
}

/** Both have it in their log; the other side is told, where it had accepted. */
async function tellEnded(
  { accountShares, messages, securityActs }: AccountSharesNeeds,
  call: Call<'endAccountShare'>,
  { ownerId, readerId, email }: ShareRow,
): Promise<void> {
  const { userId } = userOf(call);
  const owner = await accountShares.maskedName(ownerId);
  const kind = 'share_ended';
  const isOwner = userId === ownerId;
  const other = isOwner ? readerId : ownerId;
  await securityActs.note({ userId }, { kind, detail: isOwner ? email : owner }, call);
  if (other === undefined) return;
  const name = isOwner ? owner : email;
  await securityActs.note({ userId: other }, { kind, detail: name }, NOWHERE);
  await messages.tellAndMail(other, kind, { name });
}

/** Tells users of what was offered to their address: of one owner's offers once a UTC day, however many there are. */
export const tellOffered = ({
  accountShares,
  messages,
  clock,
}: {
  readonly accountShares: AccountShares;
  readonly messages: AccountSharesNeeds['messages'];
  readonly clock: AccountSharesNeeds['clock'];
}): Promise<void> =>
  accountShares.tellOffered(({ share, userId, owner }) =>
    messages.tellAndMail(
      userId,
      'share_received',
      { owner, until: minuteText(share.untilMs) },
      { key: `share_received:${share.ownerId}:${userId}:${Math.floor(clock.now() / DAY_MS)}` },
    ),
  );

function refuseTime({ say }: Pick<Call, 'say'>, untilMs: number, nowMs: number): void {
  if (untilMs <= nowMs) throw invalid('until', say('fields.time_past'));
  if (!isWithinBound(untilMs, nowMs)) throw invalid('until', say('fields.too_large'));
}

const invalid = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });

/** "2026-07-01 09:30 UTC", which any language reads. */
const minuteText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type AccountNames = ReadonlyMap<number, string>;

function givenView(share: ShareRow, names: AccountNames, nowMs: number): GivenShare {
  const { shareId, email, untilMs, createdAtMs, acceptedAtMs, endedAtMs, endedBy } = share;
  return {
    id: shareId,
    email,
    accounts: ownersOf(share).map((id) => ({ id, name: names.get(id) ?? '' })),
    until: untilMs,
    created_at: createdAtMs,
    state: stateOf(share, nowMs),
    ...(acceptedAtMs !== undefined && { accepted_at: acceptedAtMs }),
    ...(endedAtMs !== undefined && { ended_at: endedAtMs }),
    ...(endedBy !== undefined && { ended_by: endedBy }),
    reads: share.reads,
    ...(share.lastReadAtMs !== undefined && { last_read_at: share.lastReadAtMs }),
  };
}

function stateOf({ endedAtMs, untilMs, readerId }: ShareRow, nowMs: number): GivenShare['state'] {
  if (endedAtMs !== undefined) return 'ended';
  if (untilMs <= nowMs) return 'over';
  return readerId === undefined ? 'offered' : 'active';
}

function receivedView(share: NamedShare, names: AccountNames): ReceivedShare {
  const { shareId, owner, ownerId, places, untilMs, createdAtMs, readerId } = share;
  return {
    id: shareId,
    owner,
    accounts: places.map((place) => ({
      share: sharedAccount(share, place),
      name: names.get(subAccountOf(mainOf(ownerId), place)) ?? '',
    })),
    until: untilMs,
    created_at: createdAtMs,
    state: readerId === undefined ? 'offered' : 'active',
  };
}
