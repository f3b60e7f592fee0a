import type { OperatorDeposit } from '@fairlead/contract';
import { Button, DecimalField, Field, finishDecimal, Note } from '@fairlead/ui';
import { type KeyboardEvent, useState } from 'react';
import { useCurrencies } from '../../data/use-config.ts';
import { formatMoney } from '../../parts/amount.ts';
import { ConfirmStep } from '../../queue/ConfirmStep.tsx';
import { depositTexts as t } from '../../texts/deposits.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { type Credit, isBeyondClaim, isSameAmount, neededFor, problemsOf } from './model.ts';

const SCALE_MAX = 18;

export interface CreditFormProps {
  row: OperatorDeposit;
  isBusy: boolean;
  /** What the server said of the fields. */
  refused: Readonly<Record<string, string>>;
  onSubmit: (credit: Credit) => void;
  onBack: () => void;
}

/** What is credited under which reference, then the last look. The second operator passes what the first said. */
export function CreditForm(props: CreditFormProps) {
  const { row, isBusy, refused, onSubmit, onBack } = props;
  const isSecond = row.approvals.length > 0;
  const said: Credit = {
    credited: isSecond ? row.credited : row.amount.replace(/(?:\.|(?<![.0]))0+$/, ''),
    reference: row.reference ?? '',
  };
  const [credit, setCredit] = useState(said);
  const [isSure, setSure] = useState(isSecond);
  // A refusal of a field leads back to it.
  const isRefused = Object.keys(refused).length > 0 && !isBusy;
  const [isSent, setSent] = useState(false);
  if (isRefused && isSent) {
    setSent(false);
    setSure(false);
  }
  if (isSure)
    return (
      <ConfirmStep
        confirmLabel={t.confirm.button(formatMoney(credit.credited, row.currency))}
        isBusy={isBusy}
        onBack={() => (isSecond ? onBack() : setSure(false))}
        onConfirm={() => {
          setSent(true);
          onSubmit(credit);
        }}
      >
        <Sum row={row} credit={credit} isSecond={isSecond} />
      </ConfirmStep>
    );
  return (
    <CreditFields
      row={row}
      credit={credit}
      refused={refused}
      onChange={setCredit}
      onBack={onBack}
      onDone={(done) => {
        setCredit(done);
        setSure(true);
      }}
    />
  );
}

interface CreditFieldsProps {
  row: OperatorDeposit;
  credit: Credit;
  refused: Readonly<Record<string, string>>;
  onChange: (credit: Credit) => void;
  onDone: (credit: Credit) => void;
  onBack: () => void;
}

function CreditFields({ row, credit, refused, onChange, onDone, onBack }: CreditFieldsProps) {
  const [isChecked, setChecked] = useState(false);
  const scale = useCurrencies()?.get(row.currency_id)?.scale ?? SCALE_MAX;
  const finished = {
    credited: finishDecimal(credit.credited) ?? '',
    reference: credit.reference.trim(),
  };
  const problems = problemsOf(finished, row.kind);
  const submit = () => {
    setChecked(true);
    if (!problems.credited && !problems.reference) onDone(finished);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onBack();
  };
  const own = (field: 'credited' | 'reference', text: string) =>
    isChecked && problems[field] ? text : refused[field];
  return (
    <form
      className="con-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isBeyondClaim(finished.credited, row.amount) && <Note kind="warn">{t.beyond}</Note>}
      <div className="con-credit">
        <DecimalField
          label={t.creditedField}
          hint={t.creditedHint}
          error={own('credited', t.creditedInvalid)}
          trailing={row.currency}
          scale={scale}
          autoFocus
          value={credit.credited}
          onValueChange={(credited) => onChange({ ...credit, credited })}
          onKeyDown={onKeyDown}
        />
        <Field
          label={t.referenceField}
          hint={row.kind === 'bank' ? t.referenceBank : t.referenceCrypto}
          error={own('reference', t.referenceInvalid)}
          spellCheck={false}
          maxLength={100}
          value={credit.reference}
          onChange={(event) => onChange({ ...credit, reference: event.target.value })}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="con-two">
        <Button size={44} onClick={onBack}>
          {sharedTexts.back}
        </Button>
        <Button type="submit" variant="main" size={44}>
          {t.goOn}
        </Button>
      </div>
    </form>
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
