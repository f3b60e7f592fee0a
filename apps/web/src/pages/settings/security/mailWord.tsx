import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { MailWord } from '../../../features/security/MailWord.tsx';
import { SecurityGate } from '../../../features/security/SecurityGate.tsx';

/** The word at the top of our mails. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('mailWord')}>
      <SecurityGate>{({ mail_word: word }) => <MailWord key={word} word={word} />}</SecurityGate>
    </Screen>
  );
}
