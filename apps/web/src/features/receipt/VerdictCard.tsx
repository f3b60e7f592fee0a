import { Button, formatDate } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { VerdictMark } from '../../app/parts/VerdictMark.tsx';
import { useListText, usePartText } from './check/text.ts';
import type { Verdict } from './check/verdict.ts';

const LOOKS = {
  checking: { ground: 'bg-raised', words: '' },
  verified: { ground: 'bg-good-tint', words: 'text-good' },
  unchecked: { ground: 'bg-warn-tint', words: 'text-warn' },
  mismatch: { ground: 'bg-bad-tint', words: 'text-bad' },
};

export interface VerdictCardProps {
  verdict: Verdict;
  /** Copies the findings. */
  onReport: () => void;
}

/** What the check on this device came to: the first thing that a receipt shows. */
export function VerdictCard({ verdict, onReport }: VerdictCardProps) {
  const t = useTranslations('receipt.verdict');
  const { state } = verdict;
  const { ground, words } = LOOKS[state];
  return (
    <section className={`min-h-19 rounded-12 px-3.5 py-3 ${ground}`} role="status">
      <div className="flex items-center gap-3">
        <VerdictMark state={state} />
        <div className="min-w-0 flex-1">
          <p className={`text-16 font-strong ${words}`}>{t(state)}</p>
          <div className="text-12 text-secondary">
            <Detail verdict={verdict} />
          </div>
        </div>
      </div>
      {verdict.state === 'mismatch' && (
        <>
          <FailedChecks failed={verdict.failed} />
          <Button variant="danger" size={44} block icon="copy" className="mt-3" onClick={onReport}>
            {t('report')}
          </Button>
        </>
      )}
    </section>
  );
}

function Detail({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('receipt.verdict');
  const locale = useLocale();
  const partText = usePartText();
  const listText = useListText();
  switch (verdict.state) {
    case 'checking':
      return t('checkingDetail');
    case 'unchecked':
      return t(verdict.reason);
    case 'mismatch':
      return t('mismatchDetail', { count: verdict.failed.length, total: String(verdict.total) });
    case 'verified': {
      const { parts, limited, ms, atMs } = verdict;
      const time = formatDate(atMs, 'time', locale);
      return (
        <>
          <p>{t('recomputed', { ms: String(ms), time, parts: listText(parts.map(partText)) })}</p>
          {limited.length > 0 && <p>{t('limited', { parts: listText(limited.map(partText)) })}</p>}
        </>
      );
    }
  }
}

function FailedChecks({ failed }: Pick<Extract<Verdict, { state: 'mismatch' }>, 'failed'>) {
  const t = useTranslations('receipt.check');
  return (
    <ul className="mt-3 grid gap-2 border-t border-bad-line pt-3">
      {failed.map(({ name, detail }) => (
        <li key={`${name} ${detail}`} className="text-12">
          <b className="font-strong">{t.has(name as 'hash') ? t(name as 'hash') : name}</b>
          <span className="block break-all text-secondary">{detail}</span>
        </li>
      ))}
    </ul>
  );
}
