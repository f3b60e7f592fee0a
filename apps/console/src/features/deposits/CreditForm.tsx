import { useForm } from '@fairlead/calls';
import type { OperatorDeposit } from '@fairlead/contract';
import { DecimalField, Field, Note } from '@fairlead/ui';
import { useState } from 'react';
import { formatMoney } from '../../books/amounts.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { ActForm } from '../../parts/forms.tsx';
import { ConfirmStep } from '../../queue/ConfirmStep.tsx';
import type { Refuse } from '../../queue/use-decision.ts';
import {
  type Credit,
  finished,
  hasTransaction,
  isBeyondClaim,
  isSameAmount,
  neededFor,
  problemsOf,
} from './model.ts';
import { depositTexts as t } from './texts.ts';

const SCALE_MAX = 18;

export interface CreditFormProps {
  row: OperatorDeposit;
  isBusy: boolean;
  onSubmit: (credit: Credit, refuse: Refuse) => void;
  onBack: () => void;
}

/** What is credited under which reference, then the last look. The second operator passes what the first said. */
export function CreditForm({ row, isBusy, onSubmit, onBack }: CreditFormProps) {
  const isSecond = row.approvals.length > 0;
  const form = useForm<Credit>(
    {
      credited: isSecond ? row.credited : row.amount.replace(/(?:\.|(?<![.0]))0+$/, ''),
      reference: row.reference ?? '',
    },
    { check: (draft) => problemsOf(draft, row) },
  );
  const [isSure, setSure] = useState(isSecond);
  const scale = useCurrencies()?.get(row.currency_id)?.scale ?? SCALE_MAX;
  const credit = finished(form.draft);
  if (isSure)
    return (
      <ConfirmStep
        confirmLabel={t.confirm.button(formatMoney(credit.credited, row.currency))}
        isBusy={isBusy}
        onBack={() => (isSecond ? onBack() : setSure(false))}
        onConfirm={() =>
          onSubmit(credit, (error) => {
            const isRefused = form.refuse(error);
            // A refusal of a field leads back to it.
            if (isRefused) setSure(false);
            return isRefused;
          })
        }
      >
        <Sum row={row} credit={credit} isSecond={isSecond} />
      </ConfirmStep>
    );
  return (
    <ActForm form={form.props(() => setSure(true))} submitLabel={t.goOn} onBack={onBack}>
      {isBeyondClaim(credit.credited, row.amount) && <Note kind="warn">{t.beyond}</Note>}
      <div className="con-credit">
        <DecimalField
          label={t.creditedField}
          hint={t.creditedHint}
          trailing={row.currency}
          scale={scale}
          autoFocus
          {...form.value('credited')}
        />
        {hasTransaction(row) ? (
          <Note>{t.referenceTransaction}</Note>
        ) : (
          <Field
            label={t.referenceField}
            hint={row.kind === 'bank' ? t.referenceBank : t.referenceCrypto}
            spellCheck={false}
            maxLength={100}
            {...form.text('reference')}
          />
        )}
      </div>
    </ActForm>
  );
}

function Sum({
  row,
  credit,
  isSecond,
}: {
  row: OperatorDeposit;
  credit: Credit;
  isSecond: boolean;
}) {
  const amount = formatMoney(credit.credited, row.currency);
  const isLast = row.approvals.length + 1 >= neededFor(row, credit.credited);
  return (
    <>
      {isSecond && (
        <p className="mb-2 text-12 text-muted">{t.firstSaid(amount, credit.reference)}</p>
      )}
      <p className="text-muted">{t.confirm.lead}</p>
      <p className="text-20 font-strong">{amount}</p>
      <p>{t.confirm.to(`${row.user}, ${row.user_id}`)}</p>
      <p>{credit.reference === '' ? t.confirm.ownReference : t.confirm.under(credit.reference)}</p>
      {!isSameAmount(credit.credited, row.amount) && (
        <p className="mt-2 font-medium text-warn">
          {t.confirm.differs(formatMoney(row.amount, row.currency))}
        </p>
      )}
      <p className="mt-2 text-12 text-muted">{isLast ? t.confirm.last : t.confirm.first}</p>
    </>
  );
}
