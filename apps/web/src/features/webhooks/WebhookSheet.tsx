import { inWords, useAction, useForm } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { StepEventName, Webhook } from '@fairlead/contract';
import {
  Button,
  Checkbox,
  Field,
  Note,
  SettingRow,
  Sheet,
  Switch,
  TextArea,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopiedText } from '../../app/parts/CopiedText.tsx';
import { PasswordProof } from '../../app/parts/PasswordProof.tsx';
import { useLock } from '../../data/account/use-lock.ts';
import {
  type Act,
  draftOf,
  EVENTS,
  FIELDS,
  hasTerms,
  problemsOf,
  proofOf,
  requestOf,
  type WebhookDraft,
  type WebhookField,
} from './model.ts';

export interface WebhookSheetProps {
  act: Act;
  isOpen: boolean;
  /** Undefined: a new one is made. */
  webhook: Webhook | undefined;
  hasFactor: boolean;
  onClose: () => void;
  onRemoved?: () => void;
}

/** One act on an endpoint, with what proves that its owner wants it; a new secret is shown once. */
export function WebhookSheet(props: WebhookSheetProps) {
  const { act, isOpen, onClose } = props;
  const t = useTranslations('webhooks');
  const common = useTranslations('common');
  const [secret, keep] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t(secret === undefined ? `acts.${act}` : 'saveSecret')}
      closeLabel={common('close')}
      // Nobody loses the secret to a stray tap.
      dismissible={secret === undefined && !isBusy}
    >
      {secret === undefined ? (
        <WebhookForm {...props} onBusy={setBusy} onSecret={keep} />
      ) : (
        <Secret secret={secret} onDone={onClose} />
      )}
    </Sheet>
  );
}

interface FormProps extends WebhookSheetProps {
  onBusy: (isBusy: boolean) => void;
  onSecret: (secret: string) => void;
}

function WebhookForm(props: FormProps) {
  const { act, webhook, hasFactor } = props;
  const t = useTranslations('webhooks');
  const form = useWebhookForm(props);
  const { fields, isRunning, lock, send } = form;
  return (
    <form {...fields.props(send)} autoComplete="off" className="grid gap-4 pb-2">
      {hasTerms(act) ? (
        <Terms form={form} webhook={webhook} />
      ) : (
        <p className="text-secondary">{t(`about.${act}`, { label: webhook?.label ?? '' })}</p>
      )}
      <PasswordProof
        password={fields.text('password')}
        otp={fields.value('otp')}
        {...{ hasFactor, lock, isRunning }}
      />
      <Button
        type="submit"
        variant={act === 'remove' ? 'fall' : 'main'}
        block
        busy={isRunning}
        disabled={lock.isLocked}
      >
        {t(`do.${act}`)}
      </Button>
    </form>
  );
}

function useWebhookForm({ act, webhook, hasFactor, ...then }: FormProps) {
  const t = useTranslations('webhooks');
  const fields = useForm<WebhookDraft, WebhookField>(() => draftOf(webhook), {
    check: (draft) =>
      inWords(problemsOf(draft, { act, hasFactor }), (problem) => t(`invalid.${problem}`)),
    about: { password_wrong: 'password', code_wrong: 'otp', mfa_required: 'otp' },
    also: FIELDS,
  });
  const lock = useLock();
  const onError = (error: ApiError) => lock.take(error) || fields.refuse(error);
  const shared = { invalidates: ['webhooks', 'messages'] as const, onError };
  const onSuccess = ({ secret }: { readonly secret: string }) => then.onSecret(secret);
  const create = useAction('createWebhook', { ...shared, onSuccess });
  const rotate = useAction('rotateWebhookSecret', { ...shared, onSuccess });
  const said = (text: string) => {
    toast({ kind: 'good', text });
    then.onClose();
  };
  const edit = useAction('editWebhook', { ...shared, onSuccess: () => said(t('saved')) });
  const remove = useAction('removeWebhook', {
    ...shared,
    onSuccess: () => {
      said(t('removed'));
      then.onRemoved?.();
    },
  });
  const send = async (draft: WebhookDraft) => {
    const id = webhook?.id ?? 0;
    then.onBusy(true);
    if (act === 'create') await create.run(requestOf(draft));
    else if (act === 'edit') await edit.run({ id, ...requestOf(draft), paused: !draft.isOn });
    else await (act === 'rotate' ? rotate : remove).run({ id, ...proofOf(draft) });
    then.onBusy(false);
  };
  const isRunning = [create, rotate, edit, remove].some((each) => each.isRunning);
  return { fields, lock, isRunning, send };
}

type FormState = ReturnType<typeof useWebhookForm>;

function Terms({ form, webhook }: { form: FormState; webhook: Webhook | undefined }) {
  const t = useTranslations('webhooks');
  const { fields, isRunning } = form;
  return (
    <>
      <Field
        label={t('label')}
        maxLength={40}
        placeholder={t('labelExample')}
        {...fields.text('label')}
        disabled={isRunning}
      />
      <TextArea
        label={t('url')}
        hint={t('urlHint')}
        rows={2}
        maxLength={500}
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        style={{ fontFamily: 'var(--font-mono)' }}
        {...fields.text('url')}
        disabled={isRunning}
      />
      <Events form={form} />
      {webhook !== undefined && (
        <div className="-mx-4">
          <SettingRow
            label={
              <span className="grid py-2">
                {t('on')}
                <span className="text-12 text-muted">{t('onHint')}</span>
              </span>
            }
            control={
              <Switch
                label={t('on')}
                checked={fields.draft.isOn}
                disabled={isRunning}
                onCheckedChange={(isOn) => fields.set({ isOn })}
              />
            }
          />
        </div>
      )}
    </>
  );
}

function Events({ form: { fields, isRunning } }: { form: FormState }) {
  const t = useTranslations('webhooks');
  const { chosen } = fields.draft;
  const problem = fields.problem('events');
  const choose = (event: StepEventName, isChosen: boolean) => {
    fields.set({
      chosen: EVENTS.filter((each) => (each === event ? isChosen : chosen.includes(each))),
    });
    fields.forget('events');
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="fl-label">{t('events')}</legend>
      <div className="grid">
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            checked={chosen.includes(event)}
            disabled={isRunning}
            onCheckedChange={(isChosen) => choose(event, isChosen)}
          >
            {t(`event.${event}`)}
          </Checkbox>
        ))}
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-12 text-fall">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useTranslations('webhooks');
  const [isSaved, setSaved] = useState(false);
  return (
    <div className="grid gap-4 pb-2">
      <Note kind="warn">{t('once')}</Note>
      <CopiedText label={t('secret')} copyLabel={t('copySecret')} value={secret} />
      <Checkbox checked={isSaved} onCheckedChange={setSaved}>
        {t('isSaved')}
      </Checkbox>
      <Button variant="main" block disabled={!isSaved} onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  );
}
