import { Icon } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { AccountName } from './AccountName.tsx';
import { formatSignedExact, sumOf } from './amounts.ts';
import { bookTexts as t } from './texts.ts';

export interface PostingLine {
  readonly account: string;
  /** Signed. */
  readonly amount: string;
  readonly currency: string;
}

/** An entry that is not yet posted: its lines, and that they sum to zero. */
export function Postings({ lines }: { lines: readonly PostingLine[] }) {
  const sum = sumOf(lines.map(({ amount }) => amount));
  return (
    <table className="con-mini">
      <thead>
        <tr>
          <th scope="col">{t.account}</th>
          <th scope="col">{t.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ account, amount, currency }) => (
          <tr key={account}>
            <th scope="row">
              <AccountName name={account} isLink={false} />
            </th>
            <td>
              {formatSignedExact(amount)} <small>{currency}</small>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="text-muted">
            {t.sum}
          </th>
          <td>
            <SumMark sum={sum} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Zero with a check mark, anything else with a warning. */
export function SumMark({ sum }: { sum: string | undefined }) {
  const isSound = sum !== undefined && isZeroDecimal(sum);
  return (
    <span className="con-sum" data-bad={isSound ? undefined : ''}>
      <Icon name={isSound ? 'check' : 'warn'} size={16} />
      {isSound ? t.sumZero : formatSignedExact(sum ?? '')}
    </span>
  );
}
