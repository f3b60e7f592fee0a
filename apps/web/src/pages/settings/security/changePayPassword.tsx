import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { hasSecondFactor } from '../../../data/account/second-factor.ts';
import { FundPasswordForm } from '../../../features/security/FundPasswordForm.tsx';
import type { FundMode } from '../../../features/security/model.ts';
import { SecurityGate } from '../../../features/security/SecurityGate.tsx';

/** The fund password: set, changed, or reset (`?mode=reset`). */
export function Page() {
  const t = useTranslations('common.title');
  const [query] = useSearchParams();
  const [mode, setMode] = useState<FundMode>(query.get('mode') === 'reset' ? 'reset' : 'change');
  return (
    <Screen title={t('fundPassword')}>
      <SecurityGate>
        {({ has_fund_password: isSet, ...security }) => (
          <FundPasswordForm
            key={isSet ? mode : 'set'}
            mode={isSet ? mode : 'set'}
            onModeChange={setMode}
            hasFactor={hasSecondFactor(security)}
          />
        )}
      </SecurityGate>
    </Screen>
  );
}
