/** What proves that an owner says so: the login password and the second factor. */
import { mainOf } from '@fairlead/engine';
import { type Call, userOf } from '../core/http/handler.ts';
import type { BotsNeeds } from './needs.ts';

type Proved =
  | 'createApiKey'
  | 'editApiKey'
  | 'createWebhook'
  | 'editWebhook'
  | 'rotateWebhookSecret'
  | 'removeWebhook';

/** Gives the hash of the password that was asked for. */
export async function prove(
  { identity, userOtp }: Pick<BotsNeeds, 'identity' | 'userOtp'>,
  call: Call<Proved>,
): Promise<string> {
  const asked = userOf(call);
  // A sub-account has its main account's password and second factor.
  const caller = { ...asked, userId: mainOf(asked.userId) };
  const { passwordHash } = await identity.confirmPassword(caller, call.input.password, call);
  await userOtp.check(caller.userId, call.input.otp);
  return passwordHash;
}
