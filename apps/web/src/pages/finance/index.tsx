import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { HostingHero } from '../../features/hosting/HostingHero.tsx';
import { ReportDetail } from '../../features/hosting/ReportDetail.tsx';
import { refreshHosting } from '../../features/hosting/refresh.ts';
import { useReport } from '../../features/hosting/use-report.ts';

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
