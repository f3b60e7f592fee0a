import { Button, Card, formatAmount, KeyValues } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Done } from '../../../app/parts/Done.tsx';
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
  const { currency, way, chain } = choice;
  const network = way === 'bank' || chain === undefined ? custody('bank') : networkText(chain);
  return (
    <Done
      icon="clock"
      tone="wait"
      title={t('done')}
      detail={t('doneDetail')}
      view={{ href: href('pages/assets/record', { tab: 'deposits', id }), text: t('view') }}
      other={
        <Button block onClick={claim.again}>
          {t('another')}
        </Button>
      }
    >
      <Card>
        <KeyValues
          rows={[
            {
              label: custody('detail.amount'),
              value: formatAmount(typedAmount(claim.form.draft.amount), undefined, currency?.name),
            },
            { label: custody('network'), value: network },
            { label: assets('record.id'), value: <span className="tnum">{id}</span> },
          ]}
        />
      </Card>
    </Done>
  );
}
