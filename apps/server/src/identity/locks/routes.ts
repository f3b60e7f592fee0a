/** Locking one's account, logged in or by the link of a mail, and asking to have it undone. */
import { ProblemError } from '@fairlead/contract';
import { type Handlers, userOf } from '../../core/http/handler.ts';
import type { IdentityNeeds } from '../needs.ts';

type Names = 'lockAccount' | 'lockByMail' | 'askUnlock';

export function lockHandlers(context: IdentityNeeds): Pick<Handlers, Names> {
  const { accountLocks, lockLinks, securityActs } = context;
  return {
    lockAccount: async (call) => {
      await accountLocks.lock(userOf(call).userId, { isByMail: false });
      return call.say('done.account_locked');
    },
    lockByMail: async (call) => {
      const link = lockLinks.read(call.input.token);
      if (
        link === undefined ||
        (await accountLocks.isSpent({ userId: link.id, madeAtMs: link.madeAtMs }))
      )
        throw new ProblemError('ticket_invalid');
      const { id: userId } = link;
      await accountLocks.lock(userId, { isByMail: true });
      await securityActs.note({ userId }, { kind: 'account_locked' }, call);
      return call.say('done.account_locked');
    },
    askUnlock: async (call) => {
      const { document_photo: documentId, holding_photo: holdingId } = call.input;
      await accountLocks.ask(userOf(call).userId, { documentId, holdingId });
      return call.say('done.unlock_asked');
    },
  };
}
