import { type Form, inWords, useAction, useForm } from '@fairlead/calls';
import type { SubAccount } from '@fairlead/contract';
import { SUB_ACCOUNT_PRODUCTS } from '@fairlead/contract/constants';
import {
  Button,
  DecimalField,
  Field,
  IconButton,
  Select,
  SettingRow,
  Sheet,
  Switch,
  toast,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useCurrencies } from '../use-wallet.ts';
import {
  draftOf,
  type LimitDraft,
  NAME_MAX,
  problemsOf,
  type TermsDraft,
  termsOf,
  unlimited,
  withProduct,
} from './model.ts';
import { useProductNames } from './use-product-names.ts';

export interface TermsSheetProps {
  isOpen: boolean;
  /** Undefined: a new one is made, of which only the name is asked. */
  account: SubAccount | undefined;
  onClose: () => void;
}

/** A new sub-account, or what one is called, may open and may be given a day. */
export function TermsSheet({ isOpen, account, onClose }: TermsSheetProps) {
  const t = useTranslations('subAccounts');
  const common = useTranslations('common');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t(account === undefined ? 'create' : 'edit')}
      closeLabel={common('close')}
    >
      <TermsForm account={account} onDone={onClose} />
    </Sheet>
  );
}

interface TermsFormProps {
  account: SubAccount | undefined;
  onDone: () => void;
}

type Fields = Form<TermsDraft>;

function TermsForm({ account, onDone }: TermsFormProps) {
  const t = useTranslations('subAccounts');
  const fields: Fields = useForm<TermsDraft>(() => draftOf(account), {
    check: (draft) => inWords(problemsOf(draft), t),
    about: { name_taken: 'name' },
  });
  const shared = {
    invalidates: ['subAccounts'] as const,
    onError: fields.refuse,
    onSuccess: ({ name }: SubAccount) => {
      const text = account === undefined ? t('created', { name }) : t('saved');
      toast({ kind: 'good', text });
      onDone();
    },
  };
  const create = useAction('createSubAccount', shared);
  const edit = useAction('editSubAccount', shared);
  const isRunning = create.isRunning || edit.isRunning;
  const send = (draft: TermsDraft) =>
    account === undefined
      ? create.run({ name: draft.name.trim() })
      : edit.run(termsOf(account.id, draft));
  return (
    <form {...fields.props(send)} autoComplete="off" className="grid gap-5 pb-2">
      <Field
        label={t('name')}
        hint={t('nameHint')}
        maxLength={NAME_MAX}
        {...fields.text('name')}
        disabled={isRunning}
      />
      {account !== undefined && (
        <>
          <Products fields={fields} isRunning={isRunning} />
          <Limits fields={fields} isRunning={isRunning} />
        </>
      )}
      <Button type="submit" variant="main" block busy={isRunning}>
        {t(account === undefined ? 'create' : 'save')}
      </Button>
    </form>
  );
}

interface PartProps {
  fields: Fields;
  isRunning: boolean;
}

function Products({ fields, isRunning }: PartProps) {
  const t = useTranslations('subAccounts');
  const names = useProductNames();
  const { products } = fields.draft;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="fl-label">{t('products')}</legend>
      <p className="text-12 text-muted">{t('productsHint')}</p>
      <div className="-mx-4">
        {SUB_ACCOUNT_PRODUCTS.map((product) => (
          <SettingRow
            key={product}
            label={names([product])}
            control={
              <Switch
                label={names([product])}
                checked={products.includes(product)}
                disabled={isRunning}
                onCheckedChange={(isOpen) =>
                  fields.set({ products: withProduct(products, product, isOpen) })
                }
              />
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function Limits({ fields, isRunning }: PartProps) {
  const t = useTranslations('subAccounts');
  const common = useTranslations('common');
  const { list = [], byId } = useCurrencies();
  const { daily_limits: limits } = fields.draft;
  const problem = fields.problem('daily_limits');
  const set = (next: readonly LimitDraft[]) => fields.set({ daily_limits: next });
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="fl-label">{t('limits')}</legend>
      <p className="text-12 text-muted">{t('limitsHint')}</p>
      {limits.map(({ currencyId, currency, amount }) => (
        <div key={currencyId} className="flex items-start gap-1">
          <DecimalField
            label={t('limitOf', { currency })}
            labelHidden
            className="min-w-0 flex-1"
            scale={byId.get(currencyId)?.scale ?? 18}
            value={amount}
            placeholder="0.00"
            trailing={<span className="fl-field-unit">{currency}</span>}
            disabled={isRunning}
            onValueChange={(next) =>
              set(
                limits.map((each) =>
                  each.currencyId === currencyId ? { ...each, amount: next } : each,
                ),
              )
            }
          />
          <IconButton
            icon="trash"
            label={t('removeLimit', { currency })}
            disabled={isRunning}
            onClick={() => set(limits.filter((each) => each.currencyId !== currencyId))}
          />
        </div>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-12 text-fall">
          {problem}
        </p>
      )}
      <Select
        label={t('addLimit')}
        labelHidden
        size={44}
        placeholder={t('addLimit')}
        value={undefined}
        options={unlimited(list, limits).map(({ currency_id, name, full_name }) => ({
          value: String(currency_id),
          label: name,
          detail: full_name,
        }))}
        closeLabel={common('close')}
        disabled={isRunning}
        onValueChange={(value) => {
          const chosen = byId.get(Number(value));
          if (chosen !== undefined)
            set([...limits, { currencyId: chosen.currency_id, currency: chosen.name, amount: '' }]);
        }}
      />
    </fieldset>
  );
}
