/** Operators' passkeys: logged in with, added, listed, taken out. */
import type { Handlers } from '../../core/http/handler.ts';
import { operatorOf } from '../../core/http/handler.ts';
import type { OperatorsNeeds } from '../needs.ts';

type Names =
  | 'operatorPasskeyOptions'
  | 'operatorPasskeyLogin'
  | 'beginOperatorPasskey'
  | 'confirmOperatorPasskey'
  | 'operatorIntent'
  | 'operatorPasskeys'
  | 'removeOperatorPasskey';

export function operatorPasskeyHandlers({
  operators,
  operatorPasskeys,
  signedApprovals,
}: OperatorsNeeds): Pick<Handlers, Names> {
  return {
    operatorPasskeyOptions: async () => ({ options: await operatorPasskeys.challenge() }),
    operatorPasskeyLogin: (call) => operators.passkeyLogin(call.input.credential, call),
    beginOperatorPasskey: async (call) => ({
      options: await operators.beginPasskey(call.input, call, call.say('fields.required')),
    }),
    confirmOperatorPasskey: (call) => operators.confirmPasskey(call.input, call),
    operatorIntent: (call) => signedApprovals.begin(operatorOf(call).operatorId),
    operatorPasskeys: async (call) =>
      (await operatorPasskeys.list(operatorOf(call).operatorId)).map((row) => ({
        id: row.passkeyId,
        name: row.name,
        is_synced: row.isSynced,
        created_at: row.createdAtMs,
        ...(row.lastUsedAtMs !== undefined && { last_used_at: row.lastUsedAtMs }),
      })),
    removeOperatorPasskey: async (call) => {
      const { id: passkeyId, password, credential } = call.input;
      const asked = { passkeyId, password, credential };
      await operators.removePasskey(operatorOf(call), asked, call.ip);
      return call.say('done.passkey_removed');
    },
  };
}
