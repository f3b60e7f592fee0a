import { Button, Card, formatAmount, KeyValues } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Done } from '../../../app/parts/Done.tsx';
import { networkText } from '../custody/chains.ts';
import { typedAmount } from '../model.ts';
import type { Claimed } from './use-claim.ts';

export interface ClaimDoneProps {
  done: Claimed;
  onAgain: () => void;
}

/** It is with the reviewers: its number, and where to follow it. */
export function ClaimDone({ done, onAgain }: ClaimDoneProps) {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets');
  const custody = useTranslations('custody');
  const { id, amount, unit, way, chain } = done;
  const network = way === 'bank' || chain === undefined ? custody('bank') : networkText(chain);
  return (
    <Done
      icon="clock"
      tone="wait"
      title={t('done')}
      detail={t('doneDetail')}
      view={{ href: href('pages/assets/record', { tab: 'deposits', id }), text: t('view') }}
      other={
        <Button block onClick={onAgain}>
          {t('another')}
        </Button>
      }
    >
      <Card>
        <KeyValues
          rows={[
            {
              label: custody('detail.amount'),
              value: formatAmount(typedAmount(amount), undefined, unit),
            },
            { label: custody('network'), value: network },
            { label: assets('record.id'), value: <span className="tnum">{id}</span> },
          ]}
        />
      </Card>
    </Done>
  );
}
