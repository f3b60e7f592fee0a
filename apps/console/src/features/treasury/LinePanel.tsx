import { useApi } from '@fairlead/calls';
import type { TreasuryLine } from '@fairlead/contract';
import { Button, formatDate, MISSING, Note } from '@fairlead/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../books/amounts.ts';
import { useMay } from '../../data/acts.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { chainName } from './columns.tsx';
import { LimitsForm } from './LimitsForm.tsx';
import { treasuryTexts as t } from './texts.ts';

const HISTORY_ROWS = 10;
const time = (ms: number) => formatDate(ms, 'dayMinute', 'en');

export interface LinePanelProps {
  line: TreasuryLine;
  /** Whether a cold wallet that this server knows can fill it. */
  hasCold: boolean;
  onClose: () => void;
}

/** The hot wallets of a currency on a network: where they stand, and what can be done about it. */
export function LinePanel({ line, hasCold, onClose }: LinePanelProps) {
  const [isChanging, setChanging] = useState(false);
  const mayChange = useMay('proposeTreasuryLimits');
  const mayFill = useMay('proposeColdSpend');
  if (isChanging) return <LimitsForm line={line} onClose={() => setChanging(false)} />;
  const { currency, limits, missing } = line;
  const money = (amount: string | undefined) =>
    amount === undefined ? MISSING : formatMoney(amount, currency);
  const canFill = hasCold && mayFill && missing !== undefined;
  return (
    <Panel
      title={t.panel(currency, chainName(line.chain))}
      onClose={onClose}
      footer={
        (mayChange || canFill) && (
          <div className="grid gap-2">
            {canFill && (
              <Link className="con-link" to={`/cold?amount=${encodeURIComponent(missing)}`}>
                {t.fill(money(missing))}
              </Link>
            )}
            {mayChange && (
              <Button size={44} block onClick={() => setChanging(true)}>
                {limits === undefined ? t.set : t.change}
              </Button>
            )}
          </div>
        )
      }
    >
      <Said line={line} money={money} />
      <Facts
        facts={[
          [t.facts.hot, money(line.hot)],
          [t.facts.minimum, money(limits?.minimum)],
          [t.facts.target, money(limits?.target)],
          [t.facts.maximum, money(limits?.maximum)],
          [t.facts.waiting, t.waiting(money(line.waiting.amount), line.waiting.count)],
          [t.facts.onItsWay, money(line.on_its_way)],
          [t.facts.unknown, money(line.unknown)],
          [
            t.facts.deposits,
            line.deposits && t.deposits(money(line.deposits.balance), line.deposits.addresses),
          ],
          [t.facts.asked, line.measured_at && time(line.measured_at)],
        ]}
      />
      {line.wallets.length > 0 && (
        <>
          <h3 className="mt-4">{t.wallets}</h3>
          <ul>
            {line.wallets.map(({ address, balance }) => (
              <li key={address} className="mt-1">
                <span className="font-mono text-12 break-all">{address}</span>
                <br />
                {money(balance)}
              </li>
            ))}
          </ul>
        </>
      )}
      <History line={line} />
    </Panel>
  );
}

interface SaidProps {
  line: TreasuryLine;
  money: (amount: string | undefined) => string;
}

/** What is wrong, each in a sentence. */
function Said({ line, money }: SaidProps) {
  const { state, standing, missing, excess, short, measured_at: at } = line;
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      {state === 'stale' && (
        <Note kind="bad">{t.said.stale(at === undefined ? '' : time(at))}</Note>
      )}
      {state === 'unasked' && <Note kind="bad">{t.said.unasked}</Note>}
      {state === 'unwatched' && <Note kind="info">{t.said.unwatched}</Note>}
      {short !== undefined && <Note kind="bad">{t.said.short(money(short))}</Note>}
      {standing === 'below' && <Note kind="bad">{t.said.below(money(missing))}</Note>}
      {standing === 'above' && <Note kind="bad">{t.said.above(money(excess))}</Note>}
    </div>
  );
}

function History({ line: { chain, currency_id, currency } }: Pick<LinePanelProps, 'line'>) {
  const request = { chain, currency_id, page: 1, limit: HISTORY_ROWS };
  const list = useApi('operatorTreasuryLimits', request).data?.list;
  if (list === undefined) return null;
  return (
    <section className="mt-4" aria-label={t.history}>
      <h3>{t.history}</h3>
      {list.length === 0 && <p className="text-muted">{t.noHistory}</p>}
      <ul>
        {list.map((row) => (
          <li key={row.id} className="mt-2">
            {[row.minimum, row.target, row.maximum]
              .map((amount) => formatMoney(amount, currency))
              .join(' / ')}
            <br />
            <span className="text-12 text-muted">
              {t.historyLine(row.proposed_by, row.decided_by, time(row.time))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
