import { formatNumber, formatRateShare, formatShare, Sheet } from '@fairlead/ui';
import { amountMinor, formatDecimal } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import { amountOf } from '../amounts.ts';
import type { TicketSummary } from '../model.ts';
import { distancePpm, type FuturesRules } from '../rules.ts';

export interface RiskSheetProps {
  isOpen: boolean;
  onClose: () => void;
  rules: FuturesRules | undefined;
  summary: TicketSummary;
}

interface Point {
  readonly title: string;
  readonly detail?: string;
}

/** What can happen, in sentences with the ticket's own figures; who is on the other side, and how to check it. */
export function RiskSheet({ isOpen, onClose, rules, summary }: RiskSheetProps) {
  const t = useTranslations('futures.risk');
  const common = useTranslations('common');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      closeLabel={common('close')}
    >
      {rules && <Points rules={rules} summary={summary} />}
    </Sheet>
  );
}

function Points({ rules, summary }: { rules: FuturesRules; summary: TicketSummary }) {
  const t = useTranslations('futures.risk');
  const words = useTranslations('futures');
  const { multiple, lots, fee, closeFee } = summary;
  const fees =
    fee === undefined || closeFee === undefined ? undefined : amountMinor(fee + closeFee);
  const points: (Point | false)[] = [
    { title: t('lose') },
    multiple !== undefined && {
      title: t('move', {
        multiple: String(multiple.multiple),
        percent: formatShare(formatDecimal(distancePpm(multiple), 6)),
      }),
      detail: t('moveDetail'),
    },
    Boolean(lots) && {
      title: t('cost', {
        lots: words('lotsOf', { count: lots ?? 0, lots: formatNumber(String(lots)) }),
        amount: amountOf(fees, rules),
      }),
      detail: t('costDetail', { rate: formatRateShare(rules.halfSpreadPpm) }),
    },
    { title: t('stops'), detail: t('stopsDetail') },
    { title: t('cap', { times: String(rules.profitCapMultiple) }), detail: t('capDetail') },
    { title: t('house'), detail: t('houseDetail') },
  ];
  return (
    <ul className="grid gap-4 pb-2">
      {points
        .filter((point) => point !== false)
        .map(({ title, detail }) => (
          <li key={title}>
            <p className="font-medium">{title}</p>
            {detail && <p className="mt-0.5 text-secondary">{detail}</p>}
          </li>
        ))}
    </ul>
  );
}
