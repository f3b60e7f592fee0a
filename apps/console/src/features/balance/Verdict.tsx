import type { ResponseOf } from '@fairlead/contract';
import { formatDate, Icon } from '@fairlead/ui';
import { isDrifted, verdictOf } from './model.ts';
import { balanceTexts as t } from './texts.ts';

const ICONS = { sound: 'check', unchecked: 'clock', drift: 'warn' } as const;

/** Whether the books add up, since when that is known; red and loud when they do not. */
export function Verdict({ sheet }: { sheet: ResponseOf<'balanceSheet'> }) {
  const verdict = verdictOf(sheet);
  return (
    <div
      className="con-verdict"
      data-verdict={verdict}
      role={verdict === 'drift' ? 'alert' : 'status'}
    >
      <span className="con-verdict-mark">
        <Icon name={ICONS[verdict]} size={24} />
      </span>
      <p>
        <b>{verdict === 'drift' ? t.drift : t.sound}</b>
        <span>{detailOf(sheet)}</span>
      </p>
    </div>
  );
}

function detailOf(sheet: ResponseOf<'balanceSheet'>): string {
  const verdict = verdictOf(sheet);
  if (verdict === 'unchecked') return t.notChecked;
  if (verdict === 'sound') return t.soundDetail(formatDate(sheet.checked_at, 'full', 'en'));
  const drifted = sheet.currencies.filter(isDrifted).map(({ currency }) => currency);
  return drifted.length === 0 ? t.driftElsewhere : t.driftDetail(drifted.join(', '));
}
