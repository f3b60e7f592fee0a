import { directionOf, formatNumber, formatSigned } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { moneyText } from '../option-rules.ts';
import type { Ending, TicketSummary } from '../ticket/model.ts';

export interface OutcomesProps {
  summary: TicketSummary;
  scale: number;
}

/** The three ways it may end, of one size: what comes back, and that net of the fee. */
export function Outcomes({ summary, scale }: OutcomesProps) {
  const t = useTranslations('options.ticket');
  return (
    <dl className="grid grid-cols-3 rounded-8 border border-hairline-strong">
      <Outcome label={t('right')} ending={summary.right} scale={scale} />
      <Outcome label={t('flat')} ending={summary.flat} scale={scale} hasLine />
      <Outcome label={t('wrong')} ending={summary.wrong} scale={scale} hasLine />
    </dl>
  );
}

interface OutcomeProps {
  label: string;
  ending: Ending | undefined;
  scale: number;
  /** Between it and the one before. */
  hasLine?: boolean;
}

function Outcome({ label, ending, scale, hasLine = false }: OutcomeProps) {
  const net = ending && moneyText(ending.net, scale);
  const tone = directionOf(net);
  return (
    <div
      className={`min-w-0 px-3 py-1.5 max-[375px]:px-2 ${hasLine ? 'border-s border-hairline-strong' : ''}`}
    >
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-1 font-medium whitespace-nowrap">
        {formatNumber(ending && moneyText(ending.back, scale))}
        {net !== undefined && (
          <span
            className={`text-12 ${tone === 'rise' ? 'text-rise' : tone === 'fall' ? 'text-fall' : 'text-muted'}`}
          >
            {formatSigned(net)}
          </span>
        )}
      </dd>
    </div>
  );
}
