import { Icon } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { FundLink } from '../../books/FundLink.tsx';
import type { Alarm } from './model.ts';
import { hostingTexts as t } from './texts.ts';

export interface TreasuryNoteProps {
  alarms: readonly Alarm[];
  /** Without a product or money there is nothing to cover. */
  isEmpty: boolean;
}

/** How each state looks; the styles' names are those of the books' verdicts. */
const LOOKS = {
  due: { verdict: 'drift', icon: 'warn' },
  low: { verdict: 'near', icon: 'warn' },
  empty: { verdict: 'unchecked', icon: 'info' },
  calm: { verdict: undefined, icon: 'check' },
} as const;

function stateOf({ alarms, isEmpty }: TreasuryNoteProps): keyof typeof LOOKS {
  if (alarms.length === 0) return isEmpty ? 'empty' : 'calm';
  return alarms.some(({ kind }) => kind === 'due') ? 'due' : 'low';
}

/** What the treasury lacks, or that it lacks nothing: the first thing to see. */
export function TreasuryNote(props: TreasuryNoteProps) {
  const { alarms } = props;
  const state = stateOf(props);
  const { verdict, icon } = LOOKS[state];
  return (
    <section className="con-verdict con-near" data-verdict={verdict}>
      <span className="con-verdict-mark">
        <Icon name={icon} size={24} />
      </span>
      <div>
        {state === 'calm' || state === 'empty' ? (
          <>
            <b>{t.quiet[state]}</b>
            <p>{t.quietDetail[state]}</p>
          </>
        ) : (
          <>
            <b>{t.alarms(alarms.length)}</b>
            <ul className="grid gap-2">
              {alarms.map((alarm) => (
                <AlarmLine key={`${alarm.kind} ${alarm.treasury.currency_id}`} alarm={alarm} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

function AlarmLine({ alarm: { kind, treasury, need, missing } }: { alarm: Alarm }) {
  const money = (amount: string) => formatMoney(amount, treasury.currency);
  const figures =
    kind === 'due' ? ([need, treasury.total] as const) : ([treasury.available, need] as const);
  return (
    <li className="grid justify-items-start gap-2">
      {t.alarmLines[kind](money(figures[0]), money(figures[1]), money(missing))}
      <FundLink
        move={{
          currencyId: treasury.currency_id,
          source: 'house:capital',
          target: 'house:yield_treasury',
          amount: missing,
        }}
      >
        {t.fund}
      </FundLink>
    </li>
  );
}
