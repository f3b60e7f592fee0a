import type { RequestOf } from '@fairlead/contract';
import { Button, DecimalField, Field, finishDecimal, TextArea, toast } from '@fairlead/ui';
import { useId, useState } from 'react';
import { useAction } from '../../data/use-action.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { Panel } from '../../parts/Panel.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { liabilityTexts } from '../../texts/liabilities.ts';
import { sharedTexts } from '../../texts/shared.ts';

const t = liabilityTexts.propose;
const SCALE_MAX = 18;
const CHAINS = ['ERC20', 'TRC20', 'OMNI'] as const;

interface Draft {
  readonly chain: (typeof CHAINS)[number];
  readonly currencyId: string;
  readonly address: string;
  readonly message: string;
  readonly signature: string;
  readonly balance: string;
  readonly reason: string;
}

export interface ProposePanelProps {
  /** What a message has to name. */
  platform: string;
  onClose: () => void;
}

/** An address of the house: what to sign, and the signature of it. */
export function ProposePanel({ platform, onClose }: ProposePanelProps) {
  const formId = useId();
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ chain: 'ERC20', currencyId: '', address: '', signature: '', balance: '', reason: '' },
    message: t.template(platform, new Date().toISOString().slice(0, 10)),
  }));
  const { run, isRunning, error } = useAction('proposeReserve', {
    invalidates: ['proposals', 'queueCounts'],
    onSuccess: ({ proposal_id: id }) => {
      toast({ text: t.done(id) });
      onClose();
    },
    onError: ({ fields }) => Object.keys(fields).length > 0,
  });
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
            {t.submit}
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
          void run(requestOf(draft));
        }}
      >
        <Inputs
          draft={draft}
          errors={error?.fields ?? {}}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
      </form>
    </Panel>
  );
}

/** What is missing is the server's to say. */
function requestOf(draft: Draft): RequestOf<'proposeReserve'> {
  const balance = finishDecimal(draft.balance);
  return {
    chain: draft.chain,
    currency_id: draft.currencyId,
    address: draft.address.trim(),
    message: draft.message,
    signature: draft.signature.trim(),
    reason: draft.reason.trim(),
    ...(balance !== undefined && balance !== '' && { balance }),
  };
}

interface InputsProps {
  draft: Draft;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<Draft>) => void;
}

function Inputs({ draft, errors, onChange }: InputsProps) {
  const currencies = useCurrencies();
  const currency = currencies?.get(Number(draft.currencyId));
  return (
    <>
      <SelectField
        label={t.chain}
        value={draft.chain}
        options={CHAINS.map((chain) => [chain, sharedTexts.chains[chain] ?? chain] as const)}
        error={errors['chain']}
        onChange={(value) =>
          onChange({ chain: CHAINS.find((chain) => chain === value) ?? draft.chain })
        }
      />
      <SelectField
        label={t.currency}
        value={draft.currencyId}
        placeholder={t.choose}
        options={[...(currencies?.values() ?? [])].map(
          ({ currency_id: id, name }) => [String(id), name] as const,
        )}
        error={errors['currency_id']}
        onChange={(currencyId) => onChange({ currencyId })}
      />
      <div data-wide>
        <Field
          label={t.address}
          value={draft.address}
          spellCheck={false}
          autoComplete="off"
          error={errors['address']}
          onChange={(event) => onChange({ address: event.target.value })}
        />
      </div>
      <TextArea
        className="col-span-2"
        label={t.message}
        rows={2}
        maxLength={500}
        hint={t.messageHint}
        value={draft.message}
        error={errors['message']}
        onChange={(event) => onChange({ message: event.target.value })}
      />
      <TextArea
        className="col-span-2"
        label={t.signature}
        rows={3}
        maxLength={500}
        spellCheck={false}
        hint={t.signatureHint[draft.chain]}
        value={draft.signature}
        error={errors['signature']}
        onChange={(event) => onChange({ signature: event.target.value })}
      />
      <div data-wide>
        <DecimalField
          label={t.balance}
          value={draft.balance}
          scale={currency?.scale ?? SCALE_MAX}
          trailing={currency?.name ?? ''}
          hint={t.balanceHint}
          error={errors['balance']}
          onValueChange={(balance) => onChange({ balance })}
        />
      </div>
      <TextArea
        className="col-span-2"
        label={t.reason}
        rows={2}
        maxLength={500}
        value={draft.reason}
        error={errors['reason']}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </>
  );
}
