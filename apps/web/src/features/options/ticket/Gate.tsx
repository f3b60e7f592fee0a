import { Button, buttonLook, Icon, Note, Sheet } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { loginTarget } from '../../../app/guard.ts';
import { href } from '../../../app/navigation.ts';
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

interface GateSheetProps {
  isOpen: boolean;
  onClose: () => void;
  isGuest: boolean;
  symbol: string;
}

/** After a press of someone who may not buy yet: what is missing, why, and the way there. */
export function GateSheet({ isOpen, onClose, isGuest, symbol }: GateSheetProps) {
  const t = useTranslations('options.gate');
  const common = useTranslations('common');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      closeLabel={common('close')}
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onClose}>{t('later')}</Button>
          <a
            {...buttonLook({ variant: 'main' })}
            href={isGuest ? logInHref(symbol) : href('pages/verification/index')}
          >
            {t(isGuest ? 'logIn' : 'verify')}
          </a>
        </div>
      }
    >
      <p>{t('question')}</p>
      <p className="mt-2 text-secondary">{t(isGuest ? 'guest' : 'why')}</p>
    </Sheet>
  );
}
