import { Icon, Note } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { loginTarget } from '../../app/guard.ts';
import { href } from '../../app/navigation.ts';
import type { Gate } from './gate.ts';

export interface GateNoteProps {
  gate: Gate;
  symbol: string;
}

/** Where login returns to. */
export const logInHref = (symbol: string): string =>
  `#${loginTarget(`/${href('pages/option/detail', { symbol }).slice(2)}`)}`;

/** What is missing before one can buy, and the way there. Everything else of the page stays to be looked at. */
export function GateNote({ gate, symbol }: GateNoteProps) {
  const t = useTranslations('options');
  if (gate === 'country') return <Note kind="warn">{t('closed.country')}</Note>;
  if (gate === 'review') {
    return (
      <Note kind="info">
        {t('gate.review')} <Way href={VERIFICATION}>{t('gate.reviewLink')}</Way>
      </Note>
    );
  }
  const isGuest = gate === 'guest';
  return (
    <Note kind="info">
      {t('gate.question')}{' '}
      <Way href={isGuest ? logInHref(symbol) : VERIFICATION}>
        {t(isGuest ? 'gate.logIn' : 'gate.verify')}
      </Way>
    </Note>
  );
}

const VERIFICATION = href('pages/verification/index');

/** A link within a sentence, with a target of its own size. */
function Way({ href: target, children }: { href: string; children: ReactNode }) {
  return (
    <a className="hit inline-flex items-center font-medium text-brand" href={target}>
      {children}
      <Icon name="chevronRight" size={16} />
    </a>
  );
}
