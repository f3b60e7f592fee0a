import { useAction } from '@fairlead/calls';
import type { OperatorWithdrawal, ResponseOf } from '@fairlead/contract';
import { Button, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { withdrawalTexts as t } from './texts.ts';

const FIELDS = Object.keys(t.card.fields) as readonly (keyof typeof t.card.fields)[];

/** The whole card that a bank withdrawal is paid to, for a reason; closing the record forgets it. */
export function BankCardFacts({ row }: { row: OperatorWithdrawal }) {
  const mayShow = useMay('withdrawalCard');
  const [isAsking, setAsking] = useState(false);
  const [card, setCard] = useState<ResponseOf<'withdrawalCard'>>();
  const show = useAction('withdrawalCard', {
    onSuccess: (shown) => {
      setCard(shown);
      setAsking(false);
    },
  });
  if (!mayShow) return null;
  if (card !== undefined && card.intent_hash !== row.intent_hash)
    return <Note kind="bad">{t.card.changed}</Note>;
  if (card !== undefined)
    return (
      <dl className="con-masked">
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>{t.card.fields[field]}</dt>
            <dd>
              <span>{card[field]}</span>
              <CopyButton text={card[field]} />
            </dd>
          </div>
        ))}
      </dl>
    );
  if (isAsking)
    return (
      <ReasonForm
        submitLabel={t.card.submit}
        hint={t.card.hint}
        isBusy={show.isRunning}
        onBack={() => setAsking(false)}
        onSubmit={(reason) => show.run({ id: row.id, reason })}
      />
    );
  return (
    <Button size={44} onClick={() => setAsking(true)}>
      {t.card.show}
    </Button>
  );
}
