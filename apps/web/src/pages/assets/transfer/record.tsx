import { useTranslations } from 'use-intl';
import { ExportLink } from '../../../app/ExportLink.tsx';
import { Screen } from '../../../app/Screen.tsx';
import { useApiPages } from '../../../data/use-api.ts';
import { TransferList } from '../../../features/assets/TransferList.tsx';

/** Transfers between one's own accounts. */
export function Page() {
  const t = useTranslations('common.title');
  const pages = useApiPages('transfers', {});
  return (
    <Screen title={t('transferRecord')} right={<ExportLink what="transfers" />}>
      <TransferList pages={pages} />
    </Screen>
  );
}
