import { Button, buttonLook, Card, formatAmount, Icon, KeyValues } from '@fairlead/ui';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { networkText } from '../custody/chains.ts';
import { typedAmount } from '../model.ts';
import type { ClaimChoice } from './claim-model.ts';
import type { ClaimForm } from './use-claim.ts';

export interface ClaimDoneProps {
  id: number;
  choice: ClaimChoice;
  claim: ClaimForm;
}

/** It is with the reviewers: its number, and where to follow it. */
export function ClaimDone({ id, choice, claim }: ClaimDoneProps) {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets');
  const custody = useTranslations('custody');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { currency, way, chain } = choice;
  const network = way === 'bank' || chain === undefined ? custody('bank') : networkText(chain);
  return (
    <div className="gutter grid gap-4 pt-6 pb-6">
      <div className="grid justify-items-center gap-2 text-center">
        <span className="grid size-12 place-items-center rounded-full bg-brand-tint text-brand">
          <Icon name="clock" size={24} />
        </span>
        <h2 ref={title} tabIndex={-1} className="text-20 font-strong">
          {t('done')}
        </h2>
        <p className="max-w-[24em] text-secondary">{t('doneDetail')}</p>
      </div>
      <Card>
        <KeyValues
          rows={[
            {
              label: custody('detail.amount'),
              value: formatAmount(typedAmount(claim.state.amount), undefined, currency?.name),
            },
            { label: custody('network'), value: network },
            { label: assets('record.id'), value: <span className="tnum">{id}</span> },
          ]}
        />
      </Card>
      <div className="grid gap-2">
        <a
          {...buttonLook({ variant: 'main', block: true })}
          href={href('pages/assets/record', { tab: 'deposits', id })}
        >
          {t('view')}
        </a>
        <Button block onClick={claim.again}>
          {t('another')}
        </Button>
      </div>
    </div>
  );
}
