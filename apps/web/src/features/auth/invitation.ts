/** An invitation is kept from the link until somebody registers: a visitor may look around first. */

import { storage } from '@fairlead/calls';
import { zInviteCode } from '@fairlead/contract';

const KEY = 'invite';
/** Of the link that friends share; the second is the name of the call's own field. */
const PARAMETERS = ['invite', 'invite_code'] as const;

const isCode = (text: string | null): text is string =>
  text !== null && zInviteCode.safeParse(text).success;

/** The code of the address, which is kept from now on; without one, that which was kept; "" without any. */
export function takeInvitation(query: URLSearchParams): string {
  const given = PARAMETERS.map((name) => query.get(name)).find(isCode);
  if (given !== undefined && given !== null) {
    storage.write(KEY, given);
    return given;
  }
  const kept = storage.read(KEY);
  return isCode(kept) ? kept : '';
}

/** Somebody has registered here. */
export const forgetInvitation = (): void => storage.write(KEY, null);
