/** Registration, login, passwords, sessions. */

import { ProblemError } from '@fairlead/contract';
import { type Handlers, userOf } from '../core/http/handler.ts';
import type { Say } from '../core/texts/texts.ts';
import { readAccount } from './accounts.ts';
import type { IdentityNeeds } from './needs.ts';

type Names =
  | 'register'
  | 'login'
  | 'logout'
  | 'forget'
  | 'center'
  | 'changePassword'
  | 'sessions'
  | 'endSession';

export function identityHandlers(context: IdentityNeeds): Pick<Handlers, Names> {
  const { identity, sessions } = context;
  return {
    register: (call) => {
      const { input, say } = call;
      const account = readAccount(input, say);
      checkConfirmation(input, say);
      const { code, password, invite_code: inviteCode } = input;
      return identity.register({ account, code, password, inviteCode }, call);
    },
    login: (call) => {
      const { account } = readAccount(call.input, call.say);
      const { password, code, otp } = call.input;
      return identity.login({ account, password, code, otp }, call);
    },
    logout: async (call) => {
      const { userId, sessionId } = userOf(call);
      await sessions.end(userId, sessionId);
      return call.say('done.logged_out');
    },
    forget: async (call) => {
      const { input, say } = call;
      const account = readAccount(input, say);
      checkConfirmation(input, say);
      const { password, otp } = input;
      await identity.reset({ account, proof: proofOf(input, say), password, otp }, call);
      return say('done.password_reset');
    },
    center: async (call) => ({ user: await identity.user(userOf(call).userId) }),
    changePassword: async (call) => {
      const { input, say } = call;
      checkConfirmation(input, say);
      const { old_password: oldPassword, password, otp } = input;
      // What changes nothing would stop withdrawals for a day all the same.
      if (oldPassword === password) throw fieldProblem('password', say('fields.password_same'));
      const keepsApiKeys = input.keep_api_keys ?? false;
      const change = { oldPassword, password, otp, keepsApiKeys };
      await identity.changePassword(userOf(call), change, call);
      return say('done.password_changed');
    },
    sessions: async (call) => {
      const { userId, sessionId } = userOf(call);
      const rows = await sessions.list(userId);
      return rows.map((row) => ({
        id: row.sessionId,
        device: row.userAgent,
        ip: row.ip,
        created_at: row.createdAtMs,
        last_seen_at: row.lastSeenAtMs,
        is_current: row.sessionId === sessionId,
      }));
    },
    endSession: async (call) => {
      const { userId, sessionKey } = userOf(call);
      const { id, all_others: isAllOthers = false } = call.input;
      if (isAllOthers) {
        await sessions.endAll(userId, sessionKey);
        return call.say('done.sessions_ended');
      }
      if (id === undefined) throw fieldProblem('id', call.say('fields.required'));
      if (!(await sessions.end(userId, id))) throw new ProblemError('not_found');
      return call.say('done.session_ended');
    },
  };
}

export const fieldProblem = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });

export function checkConfirmation(
  input: { readonly password: string; readonly password_confirmation: string },
  say: Say,
): void {
  if (input.password !== input.password_confirmation)
    throw fieldProblem('password_confirmation', say('fields.passwords_differ'));
}

function proofOf(
  { code, ticket }: { readonly code?: string | undefined; readonly ticket?: string | undefined },
  say: Say,
): { readonly code: string } | { readonly ticket: string } {
  if (code !== undefined && ticket !== undefined)
    throw fieldProblem('ticket', say('fields.not_both'));
  if (ticket !== undefined) return { ticket };
  if (code !== undefined) return { code };
  throw fieldProblem('code', say('fields.code_or_ticket'));
}
