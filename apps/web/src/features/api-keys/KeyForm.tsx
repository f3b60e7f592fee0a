import type { ApiError } from '@fairlead/client';
import type { ApiKey, ResponseOf } from '@fairlead/contract';
import {
  Button,
  Field,
  formatDate,
  Note,
  PasswordField,
  Select,
  SettingRow,
  Switch,
  TextArea,
} from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useAction } from '../../data/use-action.ts';
import { type FieldErrors, useFieldErrors } from '../../data/use-field-errors.ts';
import { useLock } from '../../data/use-lock.ts';
import {
  draftOf,
  KEY_FIELDS,
  type KeyDraft,
  type KeyField,
  LIFETIMES,
  problemsOf,
  requestOf,
} from './model.ts';

export interface KeyFormProps {
  apiKey: ApiKey | undefined;
  hasOtp: boolean;
  onBusy: (isBusy: boolean) => void;
  onMade: (made: ResponseOf<'createApiKey'>) => void;
  onSaved: () => void;
}

/** What a key may do and from where, and what proves that its owner says so. */
export function KeyForm(props: KeyFormProps) {
  const { apiKey, hasOtp } = props;
  const t = useTranslations('apiKeys');
  const form = useKeyForm(props);
  const { draft, change, errors, isRunning, lock } = form;
  return (
    <form
      ref={errors.form}
      noValidate
      autoComplete="off"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Field
        label={t('label')}
        maxLength={40}
        placeholder={t('labelExample')}
        value={draft.label}
        error={errors.of('label')}
        disabled={isRunning}
        onChange={(event) => change({ label: event.target.value }, 'label')}
      />
      <div>
        <div className="-mx-4">
          <SettingRow
            label={t('mayTrade')}
            control={
              <Switch
                label={t('mayTrade')}
                checked={draft.trade}
                disabled={isRunning}
                onCheckedChange={(trade) => change({ trade })}
              />
            }
          />
        </div>
        <p className="text-12 text-muted">{t('mayTradeHelp')}</p>
      </div>
      <TextArea
        label={t('ips')}
        hint={t('ipsHint')}
        rows={2}
        maxLength={1_000}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        style={{ fontFamily: 'var(--font-mono)' }}
        value={draft.ips}
        error={errors.of('ips')}
        disabled={isRunning}
        onChange={(event) => change({ ips: event.target.value }, 'ips')}
      />
      <LifetimeSelect form={form} apiKey={apiKey} />
      <Proof form={form} hasOtp={hasOtp} />
      <Button type="submit" variant="main" block busy={isRunning} disabled={lock.isLocked}>
        {t(apiKey === undefined ? 'create' : 'save')}
      </Button>
    </form>
  );
}

interface KeyFormState {
  readonly draft: KeyDraft;
  readonly change: (part: Partial<KeyDraft>, field?: KeyField) => void;
  readonly errors: FieldErrors<KeyField>;
  readonly lock: ReturnType<typeof useLock>;
  readonly isRunning: boolean;
  readonly submit: () => void;
}

function useKeyForm({ apiKey, hasOtp, onBusy, onMade, onSaved }: KeyFormProps): KeyFormState {
  const t = useTranslations('apiKeys.invalid');
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const errors = useFieldErrors<KeyField>(KEY_FIELDS);
  const lock = useLock();
  const refused = (error: ApiError): boolean => {
    if (lock.take(error)) return true;
    if (error.code === 'password_wrong') return errors.show({ password: error.message });
    if (error.code === 'code_wrong') return errors.show({ otp: error.message });
    return errors.showFields(error.fields);
  };
  const shared = { invalidates: ['apiKeys', 'messages'] as const, onError: refused };
  const create = useAction('createApiKey', { ...shared, onSuccess: onMade });
  const edit = useAction('editApiKey', { ...shared, onSuccess: onSaved });
  const send = async () => {
    const request = requestOf(draft, { key: apiKey, nowMs: Date.now() });
    onBusy(true);
    if (apiKey === undefined) await create.run(request);
    else await edit.run({ id: apiKey.id, ...request });
    onBusy(false);
  };
  const submit = () => {
    const problems = Object.entries(problemsOf(draft, hasOtp));
    if (!errors.show(Object.fromEntries(problems.map(([field, problem]) => [field, t(problem)]))))
      void send();
  };
  const change: KeyFormState['change'] = (part, field) => {
    setDraft((before) => ({ ...before, ...part }));
    if (field !== undefined) errors.forget(field);
  };
  return { draft, change, errors, lock, isRunning: create.isRunning || edit.isRunning, submit };
}

function LifetimeSelect({ form, apiKey }: { form: KeyFormState; apiKey: ApiKey | undefined }) {
  const t = useTranslations('apiKeys');
  const common = useTranslations('common');
  const locale = useLocale();
  const end = apiKey?.expires_at;
  const kept =
    end === undefined
      ? []
      : [{ value: 'kept' as const, label: t('until', { date: formatDate(end, 'day', locale) }) }];
  const choose: Dispatch<KeyDraft['lifetime']> = (lifetime) =>
    form.change({ lifetime }, 'expires_at');
  return (
    <Select
      label={t('lifetime')}
      value={form.draft.lifetime}
      options={[
        ...kept,
        ...LIFETIMES.map((value) => ({
          value,
          label: value === 'never' ? t('endless') : t('days', { count: Number(value) }),
        })),
      ]}
      closeLabel={common('close')}
      error={form.errors.of('expires_at')}
      disabled={form.isRunning}
      onValueChange={choose}
    />
  );
}

function Proof({ form, hasOtp }: { form: KeyFormState; hasOtp: boolean }) {
  const security = useTranslations('security');
  const login = useTranslations('login');
  const { draft, change, errors, isRunning, lock } = form;
  return (
    <>
      <PasswordField
        label={security('loginPassword')}
        showLabel={login('showPassword')}
        hideLabel={login('hidePassword')}
        value={draft.password}
        error={errors.of('password')}
        disabled={isRunning}
        onChange={(event) => change({ password: event.target.value }, 'password')}
      />
      {hasOtp && (
        <Field
          label={login('factor')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={draft.otp}
          error={errors.of('otp')}
          disabled={isRunning}
          onChange={(event) => change({ otp: event.target.value }, 'otp')}
        />
      )}
      {lock.isLocked && (
        <Note kind="warn">
          <span role="status">{lock.text}</span>
        </Note>
      )}
    </>
  );
}
