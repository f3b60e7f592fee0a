import { useApi } from '@fairlead/calls';
import type { User } from '@fairlead/contract';
import { useEffect } from 'react';
import { updateUser, useUser } from './session.ts';

/** The logged-in user as the server knows them now: what was stored at login may be old. */
export function useFreshUser(): User | undefined {
  const user = useUser();
  const { data } = useApi('center', {});
  const fresh = data?.user;
  useEffect(() => {
    if (fresh !== undefined) updateUser(fresh);
  }, [fresh]);
  return user;
}
