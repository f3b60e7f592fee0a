/** Users' passkeys: registered, named, taken out; used to log in and as a second factor. */
import { type Passkey, ProblemError } from '@fairlead/contract';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import type { IdentityNeeds } from '../needs.ts';
import { fieldProblem } from '../routes.ts';
import { isPasskeyTicket } from './passkeys.ts';
import type { PasskeyRow } from './queries.ts';

type Names =
  | 'passkeyOptions'
  | 'passkeyLogin'
  | 'passkeyProve'
  | 'passkeys'
  | 'beginPasskey'
  | 'confirmPasskey'
  | 'renamePasskey'
  | 'removePasskey';

export function passkeyHandlers(context: IdentityNeeds): Pick<Handlers, Names> {
  const { identity, passkeys, passkeyLogin, userOtp } = context;
  return {
    passkeyOptions: async () => ({ options: await passkeys.challenge() }),
    passkeyLogin: (call) => passkeyLogin.login(call.input.credential, call),
    passkeyProve: async (call) => ({
      ticket: await passkeyLogin.prove(call.input.credential, call),
    }),
    passkeys: async (call) => (await passkeys.list(userOf(call).userId)).map(passkeyView),
    beginPasskey: async (call) => {
      const { userId } = userOf(call);
      await confirmSelf(context, call);
      return { options: await passkeys.begin(userId, await identity.accountOf(userId)) };
    },
    confirmPasskey: async (call) => {
      const { userId } = userOf(call);
      const made = { userId, ...call.input };
      const codes: string[] = [];
      const row = await passkeys.confirm(made, async (transaction, others) => {
        codes.push(...(await userOtp.admitPasskey(transaction, userId, others)));
      });
      return { passkey: passkeyView(row), ...(codes.length > 0 && { recovery_codes: codes }) };
    },
    renamePasskey: async (call) => {
      const { id, name } = call.input;
      return passkeyView(await passkeys.rename(userOf(call).userId, id, name));
    },
    removePasskey: async (call) => {
      const { userId } = userOf(call);
      await confirmSelf(context, call);
      await passkeys.remove(userId, call.input.id, (transaction, left) =>
        userOtp.forgetPasskey(transaction, userId, left),
      );
      return call.say('done.passkey_removed');
    },
  };
}

/** A passkey is enough; else the login password, and the second factor where there is one: a session alone makes none. */
export async function confirmSelf(
  { identity, passkeys, userOtp }: IdentityNeeds,
  call: Call<'beginOtp'> | Call<'beginPasskey'> | Call<'removePasskey'> | Call<'saveMailWord'>,
): Promise<void> {
  const { userId } = userOf(call);
  const { password, otp } = call.input;
  if (otp !== undefined && isPasskeyTicket(otp)) {
    if (!(await passkeys.takeTicket(userId, otp))) throw new ProblemError('code_wrong');
    return;
  }
  if (password === undefined) throw fieldProblem('password', call.say('fields.required'));
  await identity.confirmPassword(userOf(call), password, call);
  await userOtp.check(userId, otp);
}

const passkeyView = (row: PasskeyRow): Passkey => ({
  id: row.passkeyId,
  name: row.name,
  is_synced: row.isSynced,
  created_at: row.createdAtMs,
  ...(row.lastUsedAtMs !== undefined && { last_used_at: row.lastUsedAtMs }),
});
