import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { HostingHero } from '../../features/hosting/HostingHero.tsx';
import { refreshHosting, useReport } from '../../features/hosting/hooks.ts';
import { ReportDetail } from '../../features/hosting/ReportDetail.tsx';

/** One's locked funds in all, and by currency. */
export function Page() {
  const title = useTranslations('common.title');
  const report = useReport();
  return (
    <Screen title={title('lockedFunds')} className="pb-6" onRefresh={refreshHosting}>
      <HostingHero query={report} />
      <ReportDetail report={report.data} />
    </Screen>
  );
}
