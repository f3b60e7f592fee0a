import { Field, Icon, Segment } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AreaCodeSheet } from './codes/AreaCodeSheet.tsx';
import { chooseArea, chooseType } from './draft-store.ts';
import type { AccountType } from './model.ts';
import type { TextInput } from './use-auth-form.ts';
import type { IdentityState } from './use-identity.ts';

export interface AccountFieldsProps {
  state: IdentityState;
  /** Of the form, for the account. */
  input: TextInput;
  /** Ways that are not open here. */
  closed?: readonly AccountType[];
  onTypeChange: (type: AccountType) => void;
  autoFocus?: boolean;
}

/** Phone or e-mail, then the one that was chosen. */
export function AccountFields(props: AccountFieldsProps) {
  const { state, input, closed = [], onTypeChange, autoFocus = false } = props;
  const t = useTranslations('login');
  const { type } = state.identity;
  const shared = { ...input, autoFocus, size: 52 } as const;
  return (
    <>
      <Segment
        className="mb-5"
        label={t('kind')}
        value={type}
        options={(['phone', 'email'] as const).map((value) => ({
          value,
          label: t(value),
          disabled: closed.includes(value),
        }))}
        onValueChange={(next) => {
          chooseType(next);
          onTypeChange(next);
        }}
      />
      {type === 'email' ? (
        <Field
          key="email"
          {...shared}
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      ) : (
        <Field
          key="phone"
          {...shared}
          label={t('phoneNumber')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national webauthn"
          maxLength={23}
          leading={<AreaCodeButton state={state} />}
        />
      )}
    </>
  );
}

function AreaCodeButton({ state: { area } }: Pick<AccountFieldsProps, 'state'>): ReactNode {
  const t = useTranslations('login');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('areaCodeOf', { name: area.name, code: area.area_code })}
        className="-ms-3 flex h-12 flex-none items-center gap-1 rounded-8 pe-1 ps-3 text-16 font-medium tnum"
        onClick={() => setOpen(true)}
      >
        <bdi>+{area.area_code}</bdi>
        <Icon name="chevronDown" size={16} className="text-muted" />
      </button>
      <span className="me-1 h-5 w-px flex-none bg-hairline-strong" aria-hidden="true" />
      <AreaCodeSheet
        isOpen={isOpen}
        onOpenChange={setOpen}
        country={area.country}
        onChoose={chooseArea}
      />
    </>
  );
}
