import { Button, formatDate, Icon } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { VerdictMark } from '../../app/parts/VerdictMark.tsx';
import { useCopy } from '../../data/use-copy.ts';
import type { Check, Finding } from './check-liabilities.ts';

const LOOKS = {
  checking: { ground: 'bg-raised', words: '' },
  verified: { ground: 'bg-good-tint', words: 'text-good' },
  unchecked: { ground: 'bg-warn-tint', words: 'text-warn' },
  mismatch: { ground: 'bg-bad-tint', words: 'text-bad' },
};

const CALM = { ground: 'bg-raised', words: '' };

export interface CheckCardProps {
  check: Check;
  /** The publication is from before the account was opened: nothing could be in it. */
  isBefore: boolean;
  /** Nothing is held now either: the same is said, and nobody who is new is alarmed. */
  isEmpty: boolean;
}

/** What the check on this device came to: the first thing that the page shows. */
export function CheckCard({ check, isBefore, isEmpty }: CheckCardProps) {
  const t = useTranslations('liabilities.verdict');
  // That somebody had nothing is the exchange's word: nothing here could show it to be wrong.
  const isNothing = check.state === 'verified' && check.paths === 0;
  const isNew = isNothing && isBefore;
  const state = isNothing && !isNew ? 'unchecked' : check.state;
  const isCalm = isNothing && isEmpty && !isNew;
  const { ground, words } = isCalm ? CALM : LOOKS[state];
  const title = useTitle(check, isNew);
  return (
    <section className={`min-h-19 rounded-12 px-3.5 py-3 ${ground}`} role="status">
      <div className="flex items-center gap-3">
        {isCalm ? <Icon name="info" size={24} /> : <VerdictMark state={state} />}
        <div className="min-w-0 flex-1">
          <p className={`text-20 font-strong ${words}`}>{title}</p>
          <p className="text-12 text-secondary">
            {isNew && t('beforeDetail')} <Detail check={check} />
          </p>
        </div>
      </div>
      {check.state === 'mismatch' && <Findings findings={check.findings} copyText={t('report')} />}
    </section>
  );
}

/** A user who has a proof is told of it; anybody else of the publications alone. */
function useTitle(check: Check, isNew: boolean): string {
  const t = useTranslations('liabilities.verdict');
  if (check.state !== 'verified') return t(check.state);
  if (check.paths === undefined) return t('published');
  if (isNew) return t('before');
  return check.paths === 0 ? t('nothing') : t('verified');
}

function Detail({ check }: Pick<CheckCardProps, 'check'>) {
  const t = useTranslations('liabilities.verdict');
  const locale = useLocale();
  switch (check.state) {
    case 'checking':
      return t('checkingDetail');
    case 'unchecked':
      return t(check.reason);
    case 'mismatch':
      return t('mismatchDetail', { count: check.findings.length });
    case 'verified': {
      const { paths = 0, links, same, atMs } = check;
      const time = formatDate(atMs, 'time', locale);
      return [
        t('at', { time }),
        ...(paths > 0 ? [t('paths', { count: paths })] : []),
        ...(links > 0 ? [t('links', { count: links })] : []),
        ...(same.length > 0 ? [t('same', { count: same.length })] : []),
      ].join(' ');
    }
  }
}

function Findings({ findings, copyText }: { findings: readonly Finding[]; copyText: string }) {
  const t = useTranslations('liabilities.finding');
  const copy = useCopy();
  const report = () =>
    void copy(
      [window.location.href, ...findings.map(({ name, detail }) => `${name}: ${detail}`)].join(
        '\n',
      ),
    );
  return (
    <>
      <ul className="mt-3 grid gap-2 border-t border-bad-line pt-3">
        {findings.map(({ name, detail }) => (
          <li key={`${name} ${detail}`} className="text-12">
            <b className="font-strong">{t(name)}</b>
            <span className="block break-all text-secondary">{detail}</span>
          </li>
        ))}
      </ul>
      <Button variant="danger" size={44} block icon="copy" className="mt-3" onClick={report}>
        {copyText}
      </Button>
    </>
  );
}
