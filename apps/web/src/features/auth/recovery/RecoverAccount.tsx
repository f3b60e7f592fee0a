import { buttonLook, formatDate, Note } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { BeginRecovery } from './BeginRecovery.tsx';
import { RecoveryCalls } from './RecoveryCalls.tsx';
import { type Recovered, RecoveryProgress } from './RecoveryProgress.tsx';
import { forgetRecovery, useRecovery } from './token.ts';

export interface RecoverAccountProps {
  /** New recovery codes, shown once. */
  renderCodes: (codes: readonly string[], onDone: () => void) => ReactNode;
}

/** From two ways to a new password: begun here, and gone on with in this browser days later. */
export function RecoverAccount({ renderCodes }: RecoverAccountProps) {
  const { token } = useRecovery();
  const [done, setDone] = useState<Recovered>();
  const [hasCodes, setHasCodes] = useState(false);
  if (done !== undefined && done.recovery_codes.length > 0 && !hasCodes)
    return renderCodes(done.recovery_codes, () => setHasCodes(true));
  if (done !== undefined) return <Done done={done} />;
  if (token === undefined) return <BeginRecovery />;
  return (
    <RecoveryCalls key={token}>
      <RecoveryProgress
        onDone={(recovered) => {
          setDone(recovered);
          forgetRecovery({ hasEnded: false });
        }}
      />
    </RecoveryCalls>
  );
}

function Done({ done: { withdrawals_usable_at: usableAt } }: { done: Recovered }) {
  const t = useTranslations('security.recovery');
  const login = useTranslations('login');
  const locale = useLocale();
  return (
    <div className="grid gap-4">
      <Note kind="good">
        <span role="status">{t('done')}</span>
      </Note>
      {usableAt !== undefined && (
        <p className="text-secondary">
          {t('doneHold', { time: formatDate(usableAt, 'dayMinute', locale) })}
        </p>
      )}
      <a {...buttonLook({ variant: 'main', block: true })} href={href('pages/user/login/login')}>
        {login('logIn')}
      </a>
    </div>
  );
}
