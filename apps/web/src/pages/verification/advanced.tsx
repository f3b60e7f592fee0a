import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { AdvancedForm } from '../../features/verification/AdvancedForm.tsx';
import { LevelsGate } from '../../features/verification/LevelsGate.tsx';

/** Contact address and three photos, sent for review. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('verifyAdvanced')}>
      <LevelsGate level="advanced">
        <AdvancedForm />
      </LevelsGate>
    </Screen>
  );
}
