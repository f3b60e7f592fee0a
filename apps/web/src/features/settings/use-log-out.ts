import { ApiError } from '@fairlead/client';
import { toast } from '@fairlead/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { endSession } from '../../data/account/session.ts';
import { callApi } from '../../data/calls/api.ts';
import { errorText } from '../../data/calls/error-text.ts';

/** Whoever logs out does not wait a minute for a server that does not answer. */
const ANSWER_WITHIN_MS = 5_000;

/** Ends the session on the server, and here in any case: whoever logs out wants to be out. */
export function useLogOut(): { readonly logOut: () => Promise<void>; readonly isRunning: boolean } {
  const t = useTranslations('settings');
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useMutation({
    mutationKey: ['logout'],
    mutationFn: () => callApi('logout', {}, { timeoutMs: ANSWER_WITHIN_MS }),
    onSuccess: () => toast({ text: t('loggedOut') }),
    onError: (error) => {
      const isSaid = error instanceof ApiError && error.code === 'not_logged_in';
      if (!isSaid) toast({ kind: 'bad', text: errorText(error) });
    },
  });
  const logOut = async () => {
    await mutateAsync().catch(() => undefined);
    endSession();
    navigate('/');
  };
  return { logOut, isRunning: isPending };
}
