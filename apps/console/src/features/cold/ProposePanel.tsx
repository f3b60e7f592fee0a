import { useAction, useForm } from '@fairlead/calls';
import type { ColdWalletView } from '@fairlead/contract';
import { DecimalField, finishDecimal, TextArea, toast } from '@fairlead/ui';
import { FormPanel } from '../../parts/forms.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { coldTexts } from './texts.ts';

const t = coldTexts.propose;
const TEXT_MAX = 500;

/** What can be paid, and to which hot wallets. */
export interface Payable {
  currency: string;
  scale: number;
  hot: ColdWalletView['hot'];
}

export interface ProposePanelProps {
  payable: readonly Payable[];
  /** To begin with, in bitcoin; '' where nobody said how much. */
  amount: string;
  onClose: () => void;
}

/** A payment to a hot wallet; what is missing is the server's to say. */
export function ProposePanel({ payable, amount, onClose }: ProposePanelProps) {
  const [first] = payable;
  const form = useForm(() => ({
    ...{ currency: first?.currency ?? '', address: onlyOf(first), amount, reason: '' },
  }));
  const chosen = payable.find(({ currency }) => currency === form.draft.currency) ?? first;
  const { run, isRunning } = useAction('proposeColdSpend', {
    invalidates: ['operatorColdSpends', 'operatorColdWallet'],
    onSuccess: ({ id }) => {
      toast({ text: t.done(id) });
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <FormPanel
      title={t.title}
      lead={t.lead}
      form={form.props(({ currency, address, amount: asked, reason }) =>
        run({ currency, address, amount: finishDecimal(asked) ?? asked, reason: reason.trim() }),
      )}
      submitLabel={t.submit}
      isBusy={isRunning}
      onClose={onClose}
    >
      {payable.length > 1 && (
        <div data-wide>
          <SelectField
            label={t.currency}
            options={payable.map(({ currency }) => [currency, currency] as const)}
            {...form.choice('currency')}
            onChange={(currency) =>
              form.set({
                ...{ currency, amount: '' },
                address: onlyOf(payable.find((each) => each.currency === currency)),
              })
            }
          />
        </div>
      )}
      <div data-wide>
        <SelectField
          label={t.address}
          placeholder={t.choose}
          options={(chosen?.hot ?? []).map(({ address }) => [address, address] as const)}
          {...form.choice('address')}
        />
      </div>
      <div data-wide>
        <DecimalField
          label={t.amount}
          scale={chosen?.scale ?? 0}
          trailing={chosen?.currency}
          {...form.value('amount')}
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

/** The one hot wallet where there is no choice. */
const onlyOf = (payable: Payable | undefined): string =>
  payable?.hot.length === 1 ? (payable.hot[0]?.address ?? '') : '';
