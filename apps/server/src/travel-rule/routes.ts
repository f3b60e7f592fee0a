/** The travel rule: what users say and prove, and what other providers say. */

import type { AuditLog } from '../core/acts/audit.ts';
import type { Exceptions } from '../core/capability.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import type { TravelDeposits } from './deposits.ts';
import type { WalletProofs } from './proofs.ts';
import type { OriginNeeds } from './worth.ts';

type Names = 'sayOrigin' | 'askWalletProof' | 'signWalletProof' | 'travelCallback';

export interface TravelRouteNeeds extends OriginNeeds {
  readonly travelDeposits: TravelDeposits;
  readonly walletProofs: WalletProofs;
  readonly audit: AuditLog;
}

/** What a provider says is kept where it arrives, and acted on by the engine's process. */
export const travelExceptions = {
  travelCallback: 'gateway',
} as const satisfies Exceptions<Names>;

export function travelHandlers(context: TravelRouteNeeds): Pick<Handlers, Names> {
  const { travelDeposits, walletProofs } = context;
  return {
    sayOrigin: async (call) => {
      const { input, say } = call;
      await travelDeposits.say({ userId: userOf(call).userId, input, say }, context);
      return { id: input.id };
    },
    askWalletProof: async (call) => {
      const proof = await walletProofs.ask(userOf(call).userId, call.input, call.say);
      return { id: proof.proofId, message: proof.message, expires_at: proof.expiresAtMs };
    },
    signWalletProof: async (call) => {
      await walletProofs.sign(userOf(call).userId, call.input);
      return { id: call.input.id };
    },
    travelCallback: async (call) => {
      await travelDeposits.take(call.webhook, call.input, context);
      return { id: call.input.id, answer: 'taken' };
    },
  };
}
