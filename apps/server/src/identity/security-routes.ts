/** What protects an account: fund password, second factor; and what its owner is told. */

import { type ParsedOf, ProblemError, type SecurityAct } from '@fairlead/contract';
import type { Exceptions } from '../core/capability.ts';
import { type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { messageView } from '../notices/index.ts';
import type { SecurityActRow } from './acts/queries.ts';
import type { LockRow } from './locks/queries.ts';
import type { IdentityNeeds } from './needs.ts';
import { confirmSelf } from './passkeys/routes.ts';
import { checkConfirmation, fieldProblem } from './routes.ts';

type Names =
  | 'hasFundPassword'
  | 'saveFundPassword'
  | 'security'
  | 'beginOtp'
  | 'confirmOtp'
  | 'disableOtp'
  | 'securityActs'
  | 'saveMailWord'
  | 'messages'
  | 'readMessages';

/** Only read, though asked by POST. */
export const securityExceptions = {
  hasFundPassword: 'gateway',
} as const satisfies Exceptions<Names>;

export function identitySecurityHandlers(context: IdentityNeeds): Pick<Handlers, Names> {
  const { identity, fundPasswords, userOtp, securityLocks, sessions, messages, passkeys } = context;
  const { securityActs, mailWords, accountLocks, recoveries } = context;
  return {
    hasFundPassword: async (call) => ({
      has_fund_password: await fundPasswords.has(userOf(call).userId),
    }),
    saveFundPassword: (call) => saveFundPassword(context, call),
    security: async (call) => {
      const { userId } = userOf(call);
      const changedAtMs = await identity.passwordChangedAt(userId);
      const usableAtMs = await securityLocks.usableAt(userId);
      const word = await mailWords.find({ userId });
      const lock = await accountLocks.find(userId);
      const recovery = await recoveries.find(userId);
      return {
        has_fund_password: await fundPasswords.has(userId),
        has_otp: await userOtp.isSet(userId),
        passkeys: await passkeys.count(userId),
        ...(word !== undefined && { mail_word: word }),
        ...(lock !== undefined && { lock: lockView(lock) }),
        ...(recovery !== undefined && { recovery: recoveries.view(recovery) }),
        recovery_codes_left: await userOtp.recoveryCodesLeft(userId),
        ...(changedAtMs !== undefined && { password_changed_at: changedAtMs }),
        ...(usableAtMs !== undefined && { withdrawals_usable_at: usableAtMs }),
        sessions: (await sessions.list(userId)).length,
      };
    },
    beginOtp: async (call) => {
      const { userId } = userOf(call);
      // Known to the session as it is: no factor is used up for it.
      if (await userOtp.isSet(userId)) throw new ProblemError('otp_already_set');
      await confirmSelf(context, call);
      return userOtp.begin(userId, await identity.accountOf(userId));
    },
    confirmOtp: async (call) => ({
      recovery_codes: await userOtp.confirm(userOf(call).userId, call.input.otp),
    }),
    disableOtp: async (call) => {
      const caller = userOf(call);
      await identity.confirmPassword(caller, call.input.password, call);
      await userOtp.disable(caller.userId, call.input.otp);
      return call.say('done.otp_disabled');
    },
    securityActs: async (call) => {
      const found = await securityActs.page(userOf(call).userId, call.input);
      return { ...found, list: found.list.map(actView) };
    },
    saveMailWord: async (call) => {
      const { userId } = userOf(call);
      await confirmSelf(context, call);
      await mailWords.save(userId, call.input.word);
      return call.say('done.mail_word_saved');
    },
    messages: async (call) => {
      const { userId } = userOf(call);
      const found = await messages.page(userId, call.input);
      return {
        ...found,
        list: found.list.map((row) => messageView(row, call.language)),
        unread: await messages.unread(userId),
      };
    },
    readMessages: async (call) => {
      const { id, all: isAll = false } = call.input;
      if (id !== undefined && isAll) throw fieldProblem('all', call.say('fields.not_both'));
      if (id === undefined && !isAll) throw fieldProblem('id', call.say('fields.required'));
      await messages.read(userOf(call).userId, id);
      return call.say('done.messages_read');
    },
  };
}

const lockView = ({ lockedAtMs, asked }: LockRow) => ({
  locked_at: lockedAtMs,
  ...(asked !== undefined && { asked_at: asked.atMs }),
});

const actView = (row: SecurityActRow): SecurityAct => ({
  id: row.actId,
  kind: row.kind,
  ...(row.detail !== '' && { detail: row.detail }),
  ip: row.ip,
  device: row.device,
  time: row.timeMs,
});

/**
 * Sets the first fund password for whoever knows the login password, changes it for whoever knows the old one, or resets
 * it for whoever knows the login password and reads the owner's messages; each with the second factor, where there is
 * one (S6). A session alone, stolen or left open, makes the key to withdrawals in its first
 * fifteen minutes at the most.
 */
async function saveFundPassword(
  context: IdentityNeeds,
  call: Call<'saveFundPassword'>,
): Promise<string> {
  const { fundPasswords, userOtp, messages } = context;
  const { input, say } = call;
  const { userId } = userOf(call);
  checkConfirmation(input, say);
  const { old_password: oldPassword, password, otp } = input;
  const isFirst = !(await fundPasswords.has(userId));
  if (isFirst) {
    if (oldPassword !== undefined) throw new ProblemError('fund_password_not_set');
    await confirmFirst(context, call);
    await userOtp.check(userId, otp);
    if (!(await fundPasswords.setFirst(userId, password)))
      throw fieldProblem('old_password', say('fields.required'));
  } else if (oldPassword !== undefined) {
    // What changes nothing would stop withdrawals for a day all the same.
    if (oldPassword === password) throw fieldProblem('password', say('fields.password_same'));
    const change = { oldPassword, password };
    await fundPasswords.change(userId, change, () => userOtp.check(userId, otp));
  } else await resetFundPassword(context, call, input);
  const kind = isFirst ? 'fund_password_set' : 'fund_password_changed';
  await messages.tellAndMail(userId, kind, {});
  return say('done.fund_password_set');
}

/** Who has just logged in has given the login password: their session does for it, where it is not sent. */
async function confirmFirst(context: IdentityNeeds, call: Call<'saveFundPassword'>): Promise<void> {
  const { userId, sessionId } = userOf(call);
  const isSent = call.input.login_password !== undefined;
  if (isSent || !(await context.sessions.isYoung(userId, sessionId)))
    await confirmLogin(context, call);
}

/** Throws `validation_failed` without the login password, `password_wrong` and what else it is refused with; gives the account. */
async function confirmLogin(
  { identity }: IdentityNeeds,
  call: Call<'saveFundPassword'>,
): Promise<string> {
  const { login_password: loginPassword } = call.input;
  if (loginPassword === undefined)
    throw fieldProblem('login_password', call.say('fields.required'));
  return (await identity.confirmPassword(userOf(call), loginPassword, call)).account;
}

async function resetFundPassword(
  context: IdentityNeeds,
  call: Call<'saveFundPassword'>,
  input: ParsedOf<'saveFundPassword'>,
): Promise<void> {
  const { fundPasswords, userOtp, codes } = context;
  const { userId } = userOf(call);
  const { login_password: loginPassword, code, password, otp } = input;
  if (loginPassword === undefined && code === undefined)
    throw fieldProblem('old_password', call.say('fields.required'));
  if (loginPassword === undefined)
    throw fieldProblem('login_password', call.say('fields.required'));
  if (code === undefined) throw fieldProblem('code', call.say('fields.required'));
  const account = await confirmLogin(context, call);
  const taken = await codes.take({
    target: account,
    scene: 'fund_password',
    code,
    from: call,
    ownerId: userId,
  });
  try {
    await userOtp.check(userId, otp);
    await fundPasswords.reset(userId, password);
  } catch (error) {
    await taken.giveBack();
    throw error;
  }
}
