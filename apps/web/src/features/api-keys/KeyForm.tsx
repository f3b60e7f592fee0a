import { type Form, inWords, useAction, useForm } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { ApiKey, ResponseOf } from '@fairlead/contract';
import {
  Button,
  Field,
  formatDate,
  Note,
  Select,
  SettingRow,
  Switch,
  TextArea,
} from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { PasswordProof } from '../../app/parts/PasswordProof.tsx';
import { useLock } from '../../data/account/use-lock.ts';
import {
  draftOf,
  isUnbound,
  KEY_FIELDS,
  type KeyDraft,
  type KeyField,
  LIFETIMES,
  powersOf,
  problemsOf,
  requestOf,
} from './model.ts';

export interface KeyFormProps {
  apiKey: ApiKey | undefined;
  hasFactor: boolean;
  onBusy: (isBusy: boolean) => void;
  onMade: (made: ResponseOf<'createApiKey'>) => void;
  onSaved: () => void;
}

/** What a key may do and from where, and what proves that its owner says so. */
export function KeyForm(props: KeyFormProps) {
  const { apiKey, hasFactor } = props;
  const t = useTranslations('apiKeys');
  const form = useKeyForm(props);
  const { fields, isRunning, lock } = form;
  return (
    <form {...fields.props(form.send)} autoComplete="off" className="grid gap-4">
      <Field
        label={t('label')}
        maxLength={40}
        placeholder={t('labelExample')}
        {...fields.text('label')}
        disabled={isRunning}
      />
      <Powers form={form} apiKey={apiKey} />
      <TextArea
        label={t('ips')}
        hint={t('ipsHint')}
        rows={2}
        maxLength={1_000}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        style={{ fontFamily: 'var(--font-mono)' }}
        {...fields.text('ips')}
        disabled={isRunning}
      />
      {apiKey === undefined && (
        <TextArea
          label={t('publicKey')}
          hint={t('publicKeyHint')}
          rows={2}
          maxLength={400}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          style={{ fontFamily: 'var(--font-mono)' }}
          {...fields.text('public_key')}
          disabled={isRunning}
        />
      )}
      <LifetimeSelect form={form} apiKey={apiKey} />
      <Proof form={form} hasFactor={hasFactor} />
      <Button type="submit" variant="main" block busy={isRunning} disabled={lock.isLocked}>
        {t(apiKey === undefined ? 'create' : 'save')}
      </Button>
    </form>
  );
}

/** What it may do beside reading: nothing unless it is chosen. */
function Powers({ form, apiKey }: { form: KeyFormState; apiKey: ApiKey | undefined }) {
  const t = useTranslations('apiKeys');
  const { fields, isRunning } = form;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="fl-label">{t('may')}</legend>
      <p className="text-12 text-muted">
        {t(apiKey?.opens_api === false ? 'ofBefore' : 'mayRead')}
      </p>
      <div className="-mx-4">
        {powersOf(apiKey).map((power) => (
          <SettingRow
            key={power}
            label={
              <span className="grid py-2">
                {t(`permissions.${power}`)}
                <span className="text-12 text-muted">{t(`help.${power}`)}</span>
              </span>
            }
            control={
              <Switch
                label={t(`permissions.${power}`)}
                checked={fields.draft[power]}
                disabled={isRunning}
                onCheckedChange={(isChosen) => fields.set({ [power]: isChosen })}
              />
            }
          />
        ))}
      </div>
      {isUnbound(fields.draft) && <Note kind="warn">{t('unbound')}</Note>}
    </fieldset>
  );
}

interface KeyFormState {
  readonly fields: Form<KeyDraft, KeyField>;
  readonly lock: ReturnType<typeof useLock>;
  readonly isRunning: boolean;
  readonly send: (draft: KeyDraft) => Promise<void>;
}

function useKeyForm({ apiKey, hasFactor, onBusy, onMade, onSaved }: KeyFormProps): KeyFormState {
  const t = useTranslations('apiKeys.invalid');
  const fields = useForm<KeyDraft, KeyField>(() => draftOf(apiKey), {
    check: (draft) => inWords(problemsOf(draft, hasFactor), t),
    about: { password_wrong: 'password', code_wrong: 'otp' },
    also: KEY_FIELDS,
  });
  const lock = useLock();
  const refused = (error: ApiError) => lock.take(error) || fields.refuse(error);
  const shared = { invalidates: ['apiKeys', 'messages'] as const, onError: refused };
  const create = useAction('createApiKey', { ...shared, onSuccess: onMade });
  const edit = useAction('editApiKey', { ...shared, onSuccess: onSaved });
  const send = async (draft: KeyDraft) => {
    const request = requestOf(draft, { key: apiKey, nowMs: Date.now() });
    const publicKey = draft.public_key.trim();
    onBusy(true);
    if (apiKey === undefined)
      await create.run({ ...request, ...(publicKey !== '' && { public_key: publicKey }) });
    else await edit.run({ id: apiKey.id, ...request });
    onBusy(false);
  };
  return { fields, lock, isRunning: create.isRunning || edit.isRunning, send };
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
  const choose: Dispatch<KeyDraft['lifetime']> = (lifetime) => {
    form.fields.set({ lifetime });
    form.fields.forget('expires_at');
  };
  return (
    <Select
      label={t('lifetime')}
      value={form.fields.draft.lifetime}
      options={[
        ...kept,
        ...LIFETIMES.map((value) => ({
          value,
          label: value === 'never' ? t('endless') : t('days', { count: Number(value) }),
        })),
      ]}
      closeLabel={common('close')}
      error={form.fields.problem('expires_at')}
      disabled={form.isRunning}
      onValueChange={choose}
    />
  );
}

function Proof({ form, hasFactor }: { form: KeyFormState; hasFactor: boolean }) {
  const { fields, isRunning, lock } = form;
  const proof = { password: fields.text('password'), otp: fields.value('otp') };
  return <PasswordProof {...proof} hasFactor={hasFactor} lock={lock} isRunning={isRunning} />;
}
