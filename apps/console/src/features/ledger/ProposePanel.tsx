import type { CurrencyInfo } from '@fairlead/contract';
import { Button, DecimalField, finishDecimal, TextArea, toast } from '@fairlead/ui';
import { useId, useState } from 'react';
import { useAction } from '../../data/use-action.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { formatMoney } from '../../parts/amount.ts';
import { Panel } from '../../parts/Panel.tsx';
import { Postings } from '../../parts/Postings.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { ledgerTexts } from '../../texts/ledger.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { AccountField } from './AccountField.tsx';
import { draftProblems, EMPTY_DRAFT, type EntryDraft, nameOf } from './model.ts';

const t = ledgerTexts.propose;
const SCALE_MAX = 18;
const REASON_LENGTH_MAX = 500;

export interface ProposePanelProps {
  /** What it begins with. */
  first?: EntryDraft | undefined;
  onClose: () => void;
}

/** An entry by hand: from, to, how much and why, with both postings before anybody sends it. */
export function ProposePanel({ first = EMPTY_DRAFT, onClose }: ProposePanelProps) {
  const [draft, setDraft] = useState<EntryDraft>(first);
  const [isChecked, setChecked] = useState(false);
  const formId = useId();
  const currencies = useCurrencies();
  const { run, isRunning, error } = useAction('proposeEntry', {
    invalidates: ['proposals', 'queueCounts'],
    onSuccess: ({ proposal_id }) => {
      toast({ text: t.done(proposal_id) });
      onClose();
    },
    onError: ({ fields }) => Object.keys(fields).length > 0,
  });
  const problems = draftProblems(draft);
  const { currency_id: ofCurrency, ...refused } = error?.fields ?? {};
  const errors = { currencyId: ofCurrency, ...refused, ...(isChecked && problems) };
  const currency = currencies?.get(Number(draft.currencyId));
  const amount = finishDecimal(draft.amount);
  const set = (part: Partial<EntryDraft>) => setDraft({ ...draft, ...part });
  const submit = () => {
    setChecked(true);
    const source = nameOf(draft.source);
    const target = nameOf(draft.target);
    if (Object.keys(problems).length > 0 || !amount || !source || !target) return;
    const reason = draft.reason.trim();
    void run({ currency_id: Number(draft.currencyId), amount, source, target, reason });
  };
  const whole = amount !== undefined && currency && formatMoney(amount, currency.name);
  return (
    <Panel
      title={t.title}
      onClose={onClose}
      footer={
        <div className="con-two">
          <Button size={44} disabled={isRunning} onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="main" size={44} busy={isRunning}>
            {whole ? t.submit(whole) : t.button}
          </Button>
        </div>
      }
    >
      <p className="mb-4 text-muted">{t.lead}</p>
      <form
        id={formId}
        className="con-terms"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DraftInputs draft={draft} currency={currency} errors={errors} onChange={set} />
      </form>
      <hr />
      <h3>{t.preview}</h3>
      <Preview draft={draft} amount={amount} currency={currency?.name} />
    </Panel>
  );
}

interface DraftInputsProps {
  draft: EntryDraft;
  currency: CurrencyInfo | undefined;
  errors: Partial<Record<keyof EntryDraft, string | undefined>>;
  onChange: (part: Partial<EntryDraft>) => void;
}

function DraftInputs({ draft, currency, errors, onChange }: DraftInputsProps) {
  const currencies = useCurrencies();
  return (
    <>
      <SelectField
        label={t.currency}
        value={draft.currencyId}
        placeholder={t.choose}
        options={[...(currencies?.values() ?? [])].map(
          ({ currency_id, name }) => [String(currency_id), name] as const,
        )}
        error={errors.currencyId}
        onChange={(currencyId) => onChange({ currencyId })}
      />
      <DecimalField
        label={t.amount}
        value={draft.amount}
        scale={currency?.scale ?? SCALE_MAX}
        trailing={currency?.name ?? ''}
        error={errors.amount}
        onValueChange={(value) => onChange({ amount: value })}
      />
      <div data-wide>
        <AccountField
          label={t.source}
          value={draft.source}
          error={errors.source}
          onChange={(source) => onChange({ source })}
        />
      </div>
      <div data-wide>
        <AccountField
          label={t.target}
          value={draft.target}
          error={errors.target}
          onChange={(target) => onChange({ target })}
        />
      </div>
      <TextArea
        className="col-span-2"
        label={t.reason}
        rows={3}
        maxLength={REASON_LENGTH_MAX}
        hint={t.reasonHint}
        value={draft.reason}
        error={errors.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </>
  );
}

interface PreviewProps {
  draft: EntryDraft;
  amount: string | undefined;
  currency: string | undefined;
}

function Preview({ draft, amount, currency }: PreviewProps) {
  const source = nameOf(draft.source);
  const target = nameOf(draft.target);
  const isWhole = source && target && source !== target && amount && /[1-9]/.test(amount);
  if (!isWhole || currency === undefined) return <p className="text-muted">{t.previewEmpty}</p>;
  return (
    <Postings
      lines={[
        { account: source, amount: `-${amount}`, currency },
        { account: target, amount, currency },
      ]}
    />
  );
}
