import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { BasicForm } from '../../features/verification/BasicForm.tsx';
import { LevelsGate } from '../../features/verification/LevelsGate.tsx';

/** Country, name and ID number, sent for review. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('verifyBasic')}>
      <LevelsGate level="basic">
        <BasicForm />
      </LevelsGate>
    </Screen>
  );
}
