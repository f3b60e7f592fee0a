/** Recovering an account: begun by whoever shows a way, gone on with by its token, stopped by its owner. */
import { ProblemError } from '@fairlead/contract';
import type { Exceptions } from '../../core/capability.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import { readAccount } from '../accounts.ts';
import type { IdentityNeeds } from '../needs.ts';
import { checkConfirmation, fieldProblem } from '../routes.ts';
import type { RecoveryCaller } from './recoveries.ts';

type Names =
  | 'beginRecovery'
  | 'recovery'
  | 'recoveryPhoto'
  | 'recoverByIdentity'
  | 'finishRecovery'
  | 'stopRecovery'
  | 'stopRecoveryByMail';

/** Pictures are received and kept where they arrive. */
export const recoveryExceptions = {
  recoveryPhoto: 'gateway',
} as const satisfies Exceptions<Names>;

export function recoveryHandlers(context: IdentityNeeds): Pick<Handlers, Names> {
  const { recoveries, recoveryLinks, files, securityActs, securityLocks } = context;
  return {
    beginRecovery: async (call) => {
      const { input, say } = call;
      const { account } = readAccount(input, say);
      const { passkey, otp, recovery_code: recoveryCode } = input;
      if (passkey === undefined && otp === undefined && recoveryCode === undefined)
        throw fieldProblem('otp', say('fields.required'));
      const { token, row } = await recoveries.begin(account, { passkey, otp, recoveryCode });
      return { token, recovery: recoveries.view(row) };
    },
    recovery: async (call) => recoveries.view(await recoveries.own(askerOf(call))),
    recoveryPhoto: async (call) => {
      const { userId } = askerOf(call);
      return { file_id: await files.store(userId, 'kyc', call.file) };
    },
    recoverByIdentity: async (call) => {
      const { document_photo: documentId, holding_photo: holdingId } = call.input;
      return recoveries.view(await recoveries.show(askerOf(call), { documentId, holdingId }));
    },
    finishRecovery: async (call) => {
      checkConfirmation(call.input, call.say);
      const asker = askerOf(call);
      const codes = await recoveries.finish(asker, call.input.password);
      const usableAtMs = await securityLocks.usableAt(asker.userId);
      return {
        recovery_codes: [...codes],
        ...(usableAtMs !== undefined && { withdrawals_usable_at: usableAtMs }),
      };
    },
    stopRecovery: async (call) => {
      if ((await recoveries.stop({ userId: userOf(call).userId })) === undefined)
        throw new ProblemError('not_found');
      return call.say('done.recovery_stopped');
    },
    stopRecoveryByMail: async (call) => {
      const link = recoveryLinks.read(call.input.token);
      if (link === undefined) throw new ProblemError('ticket_invalid');
      const userId = await recoveries.stop({ recoveryId: link.id });
      // Repeating it finds nothing more to stop, which is what was wanted.
      if (userId !== undefined)
        await securityActs.note({ userId }, { kind: 'recovery_stopped' }, call);
      return call.say('done.recovery_stopped');
    },
  };
}

/** Who goes on with a recovery; the access check has seen to it that it is open. */
function askerOf({ caller }: Pick<Call, 'caller'>): RecoveryCaller {
  if (caller.kind !== 'recovery') throw new ProblemError('not_logged_in');
  return caller;
}
