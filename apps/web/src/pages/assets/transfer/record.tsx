import { useApiPages } from '@fairlead/calls';
import { useTranslations } from 'use-intl';
import { ExportLink } from '../../../app/parts/ExportLink.tsx';
import { Screen } from '../../../app/Screen.tsx';
import { TransferList } from '../../../features/assets/transfer/TransferList.tsx';

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
