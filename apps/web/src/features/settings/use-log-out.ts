import { toast } from '@fairlead/ui';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { endSession } from '../../data/session.ts';
import { useAction } from '../../data/use-action.ts';

/** Ends the session on the server, and here in any case: whoever logs out wants to be out. */
export function useLogOut(): { readonly logOut: () => Promise<void>; readonly isRunning: boolean } {
  const t = useTranslations('settings');
  const navigate = useNavigate();
  const logout = useAction('logout');
  const logOut = async () => {
    const isEnded = (await logout.run({})) !== undefined;
    endSession();
    if (isEnded) toast({ text: t('loggedOut') });
    navigate('/');
  };
  return { logOut, isRunning: logout.isRunning };
}
