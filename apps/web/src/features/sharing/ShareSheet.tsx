import { inWords, useAction, useApi, useForm } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import { Button, Checkbox, Field, Sheet, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PasswordProof } from '../../app/parts/PasswordProof.tsx';
import { useUser } from '../../data/account/session.ts';
import { useLock } from '../../data/account/use-lock.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import {
  dayAfter,
  draftOf,
  lastDay,
  problemsOf,
  requestOf,
  SHARE_FIELDS,
  type ShareDraft,
  type ShareField,
} from './model.ts';

export interface ShareSheetProps {
  isOpen: boolean;
  hasFactor: boolean;
  onClose: () => void;
}

/** Whom to give reading, of which accounts and until when, with what proves that their owner wants it. */
export function ShareSheet(props: ShareSheetProps) {
  const { isOpen, onClose } = props;
  const t = useTranslations('sharing');
  const common = useTranslations('common');
  const [isBusy, setBusy] = useState(false);
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('create')}
      closeLabel={common('close')}
      dismissible={!isBusy}
    >
      <ShareForm {...props} onBusy={setBusy} />
    </Sheet>
  );
}

type FormProps = ShareSheetProps & { onBusy: (isBusy: boolean) => void };

function ShareForm(props: FormProps) {
  const t = useTranslations('sharing');
  const form = useShareForm(props);
  const { fields, isRunning, lock, send } = form;
  const nowMs = serverNow();
  return (
    <form {...fields.props(send)} autoComplete="off" className="grid gap-4 pb-2">
      <Field
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        inputMode="email"
        maxLength={254}
        autoCapitalize="none"
        {...fields.text('email')}
        disabled={isRunning}
      />
      <Accounts form={form} />
      <Field
        label={t('until')}
        hint={t('untilHint')}
        type="date"
        min={dayAfter(nowMs, 0)}
        max={lastDay(nowMs)}
        {...fields.text('until')}
        disabled={isRunning}
      />
      <PasswordProof
        password={fields.text('password')}
        otp={fields.value('otp')}
        {...{ hasFactor: props.hasFactor, lock, isRunning }}
      />
      <Button type="submit" variant="main" block busy={isRunning} disabled={lock.isLocked}>
        {t('create')}
      </Button>
    </form>
  );
}

function useShareForm({ hasFactor, onBusy, onClose }: FormProps) {
  const t = useTranslations('sharing');
  const mainId = useUser()?.id ?? 0;
  const fields = useForm<ShareDraft, ShareField>(() => draftOf(mainId, serverNow()), {
    check: (draft) =>
      inWords(problemsOf(draft, { nowMs: serverNow(), hasFactor }), (problem) =>
        t(`invalid.${problem}`),
      ),
    about: { password_wrong: 'password', code_wrong: 'otp', mfa_required: 'otp' },
    also: SHARE_FIELDS,
  });
  const lock = useLock();
  const create = useAction('createAccountShare', {
    invalidates: ['accountShares', 'messages', 'securityActs'],
    onError: (error: ApiError) => lock.take(error) || fields.refuse(error),
    onSuccess: ({ email }) => {
      toast({ kind: 'good', text: t('offered', { email }) });
      onClose();
    },
  });
  const send = async (draft: ShareDraft) => {
    onBusy(true);
    await create.run(requestOf(draft));
    onBusy(false);
  };
  return { fields, lock, isRunning: create.isRunning, send, mainId };
}

/** Which accounts; nothing is asked where there is only the main one. */
function Accounts({
  form: { fields, isRunning, mainId },
}: {
  form: ReturnType<typeof useShareForm>;
}) {
  const t = useTranslations('sharing');
  const { data = [] } = useApi('subAccounts', {});
  const all = [{ id: mainId, name: t('main') }, ...data];
  const { chosen } = fields.draft;
  const problem = fields.problem('accounts');
  const choose = (id: number, isChosen: boolean) => {
    fields.set({
      chosen: all
        .map((each) => each.id)
        .filter((each) => (each === id ? isChosen : chosen.includes(each))),
    });
    fields.forget('accounts');
  };
  if (data.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="fl-label">{t('accounts')}</legend>
      <div className="grid">
        {all.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            disabled={isRunning}
            onCheckedChange={(isChosen) => choose(id, isChosen)}
          >
            {name}
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
