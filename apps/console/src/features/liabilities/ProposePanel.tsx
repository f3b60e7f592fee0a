import { useAction, useForm } from '@fairlead/calls';
import { CHAINS, type Chain, type RequestOf } from '@fairlead/contract';
import { DecimalField, Field, finishDecimal, TextArea, toast } from '@fairlead/ui';
import { useCurrencies } from '../../data/use-config.ts';
import { FormPanel } from '../../parts/forms.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { currencyChoices } from '../../terms/units.ts';
import { liabilityTexts } from './texts.ts';

const t = liabilityTexts.propose;
const SCALE_MAX = 18;
const TEXT_MAX = 500;

type Draft = Readonly<Record<Exclude<keyof RequestOf<'proposeReserve'>, 'chain'>, string>> & {
  readonly chain: Chain;
};

export interface ProposePanelProps {
  /** What a message has to name. */
  platform: string;
  onClose: () => void;
}

/** An address of the house: what to sign, and the signature of it. What is missing is the server's to say. */
export function ProposePanel({ platform, onClose }: ProposePanelProps) {
  const form = useForm<Draft>(() => ({
    ...{ chain: 'ERC20', currency_id: '', address: '', signature: '', balance: '', reason: '' },
    message: t.template(platform, new Date().toISOString().slice(0, 10)),
  }));
  const currencies = useCurrencies();
  const currency = currencies?.get(Number(form.draft.currency_id));
  const { run, isRunning } = useAction('proposeReserve', {
    invalidates: ['proposals', 'queueCounts'],
    onSuccess: ({ proposal_id: id }) => {
      toast({ text: t.done(id) });
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <FormPanel
      title={t.title}
      lead={t.lead}
      form={form.props((draft) => run(requestOf(draft)))}
      submitLabel={t.submit}
      isBusy={isRunning}
      onClose={onClose}
    >
      <SelectField
        label={t.chain}
        options={CHAINS.map((chain) => [chain, sharedTexts.chains[chain] ?? chain] as const)}
        {...form.choice('chain')}
      />
      <SelectField
        label={t.currency}
        placeholder={t.choose}
        options={currencyChoices(currencies)}
        {...form.choice('currency_id')}
      />
      <div data-wide>
        <Field label={t.address} spellCheck={false} autoComplete="off" {...form.text('address')} />
      </div>
      <TextArea
        className="col-span-2"
        label={t.message}
        rows={2}
        maxLength={TEXT_MAX}
        hint={t.messageHint}
        {...form.text('message')}
      />
      <TextArea
        className="col-span-2"
        label={t.signature}
        rows={3}
        maxLength={TEXT_MAX}
        spellCheck={false}
        hint={t.signatureHint[form.draft.chain]}
        {...form.text('signature')}
      />
      <div data-wide>
        <DecimalField
          label={t.balance}
          scale={currency?.scale ?? SCALE_MAX}
          trailing={currency?.name ?? ''}
          hint={t.balanceHint}
          {...form.value('balance')}
        />
      </div>
      <TextArea
        className="col-span-2"
        label={t.reason}
        rows={2}
        maxLength={TEXT_MAX}
        {...form.text('reason')}
      />
    </FormPanel>
  );
}

function requestOf(draft: Draft): RequestOf<'proposeReserve'> {
  const { balance, ...rest } = draft;
  const finished = finishDecimal(balance);
  return {
    ...rest,
    address: draft.address.trim(),
    signature: draft.signature.trim(),
    reason: draft.reason.trim(),
    ...(finished !== undefined && finished !== '' && { balance: finished }),
  };
}
