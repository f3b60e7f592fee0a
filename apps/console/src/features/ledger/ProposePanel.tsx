import { useAction, useForm } from '@fairlead/calls';
import { REASON_LENGTH } from '@fairlead/contract/term-texts';
import { DecimalField, finishDecimal, TextArea, toast } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { Postings } from '../../books/Postings.tsx';
import { useCurrencies } from '../../data/use-config.ts';
import { FormPanel } from '../../parts/forms.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { currencyChoices } from '../../terms/units.ts';
import { AccountField } from './AccountField.tsx';
import { draftProblems, EMPTY_DRAFT, type EntryDraft, nameOf } from './model.ts';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.propose;
const SCALE_MAX = 18;
const [, REASON_LENGTH_MAX] = REASON_LENGTH;

export interface ProposePanelProps {
  /** What it begins with. */
  first?: EntryDraft | undefined;
  onClose: () => void;
}

/** An entry by hand: from, to, how much and why, with both postings before anybody sends it. */
export function ProposePanel({ first = EMPTY_DRAFT, onClose }: ProposePanelProps) {
  const form = useForm(first, { check: draftProblems });
  const { draft } = form;
  const currencies = useCurrencies();
  const { run, isRunning } = useAction('proposeEntry', {
    invalidates: ['proposals', 'queueCounts'],
    onSuccess: ({ proposal_id }) => {
      toast({ text: t.done(proposal_id) });
      onClose();
    },
    onError: form.refuse,
  });
  const currency = currencies?.get(Number(draft.currency_id));
  const amount = finishDecimal(draft.amount);
  const whole = amount !== undefined && currency && formatMoney(amount, currency.name);
  const send = () =>
    run({
      currency_id: Number(draft.currency_id),
      amount: amount ?? '',
      source: nameOf(draft.source) ?? '',
      target: nameOf(draft.target) ?? '',
      reason: draft.reason.trim(),
    });
  const account = (side: 'source' | 'target') => (
    <div data-wide>
      <AccountField
        label={t[side]}
        value={draft[side]}
        error={form.problem(side)}
        onChange={(choice) => form.set({ [side]: choice })}
      />
    </div>
  );
  return (
    <FormPanel
      title={t.title}
      lead={t.lead}
      form={form.props(send)}
      submitLabel={whole ? t.submit(whole) : t.button}
      isBusy={isRunning}
      onClose={onClose}
      after={
        <>
          <hr />
          <h3>{t.preview}</h3>
          <Preview draft={draft} amount={amount} currency={currency?.name} />
        </>
      }
    >
      <SelectField
        label={t.currency}
        placeholder={t.choose}
        options={currencyChoices(currencies)}
        {...form.choice('currency_id')}
      />
      <DecimalField
        label={t.amount}
        scale={currency?.scale ?? SCALE_MAX}
        trailing={currency?.name ?? ''}
        {...form.value('amount')}
      />
      {account('source')}
      {account('target')}
      <TextArea
        className="col-span-2"
        label={t.reason}
        rows={3}
        maxLength={REASON_LENGTH_MAX}
        hint={t.reasonHint}
        {...form.text('reason')}
      />
    </FormPanel>
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
