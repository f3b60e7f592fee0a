import { useAction, useApi, useForm } from '@fairlead/calls';
import type { Passkey } from '@fairlead/contract';
import { Button, Field, Sheet, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { updateUser, useUser } from '../../data/account/session.ts';
import { makePasskey } from '../../data/passkey/ask.ts';
import { deviceName } from './device-name.ts';
import { PauseNote } from './PauseNote.tsx';
import { ProofFields, type ProofValues, proofOf, useProofForm } from './Proof.tsx';

const NAME_LENGTH_MAX = 60;

export interface PasskeySheetProps {
  isOpen: boolean;
  /** The one that is named or removed; undefined: a new one is made. */
  passkey: Passkey | undefined;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** Makes a passkey, or names or removes one. */
export function PasskeySheet({ isOpen, passkey, onCodes, onClose }: PasskeySheetProps) {
  const t = useTranslations('security.passkeys');
  const common = useTranslations('common');
  const [isBusy, setBusy] = useState(false);
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t(passkey === undefined ? 'add' : 'edit')}
      closeLabel={common('close')}
      dismissible={!isBusy}
    >
      {passkey === undefined ? (
        <AddPasskey onBusy={setBusy} onCodes={onCodes} onDone={onClose} />
      ) : (
        <div className="grid gap-6 pb-2">
          <RenamePasskey passkey={passkey} onDone={onClose} />
          <RemovePasskey passkey={passkey} onDone={onClose} />
        </div>
      )}
    </Sheet>
  );
}

interface AddPasskeyProps {
  onBusy: (isBusy: boolean) => void;
  onCodes: (codes: readonly string[]) => void;
  onDone: () => void;
}

function AddPasskey({ onBusy, onCodes, onDone }: AddPasskeyProps) {
  const t = useTranslations('security.passkeys');
  const user = useUser();
  const state = useProofForm(deviceName(navigator.userAgent).slice(0, NAME_LENGTH_MAX), (name) =>
    name === '' ? t('nameRequired') : undefined,
  );
  const { form, lock } = state;
  const begin = useAction('beginPasskey', {
    onError: (error) => lock.take(error) || form.refuse(error),
  });
  const confirm = useAction('confirmPasskey', {
    invalidates: ['passkeys', 'security', 'center', 'withdrawalInfo'],
    onSuccess: ({ recovery_codes: codes }) => {
      if (user !== undefined) updateUser({ ...user, has_passkey: true });
      onDone();
      if (codes === undefined) toast({ kind: 'good', text: t('added') });
      else onCodes(codes);
    },
  });
  const [isBusy, setBusy] = useState(false);
  const work = (isOn: boolean) => {
    setBusy(isOn);
    onBusy(isOn);
  };
  const send = async (values: ProofValues) => {
    work(true);
    const begun = await begin.run(proofOf(values));
    // What was given is used up: it is asked for again where the device makes none.
    form.set({ otp: '' });
    const words = { failed: t('failed'), known: t('known') };
    const credential = begun && (await makePasskey(begun, words));
    if (credential !== undefined) await confirm.run({ credential, name: values.name.trim() });
    work(false);
  };
  return (
    <form {...form.props(send)} className="grid gap-4 pb-2">
      <p className="text-secondary">{t('addLead')}</p>
      <Field
        size={52}
        label={t('name')}
        maxLength={NAME_LENGTH_MAX}
        {...form.text('name')}
        disabled={isBusy}
      />
      <ProofFields state={state} isBusy={isBusy} />
      <Button type="submit" variant="main" block busy={isBusy} disabled={lock.isLocked}>
        {t('add')}
      </Button>
    </form>
  );
}

function RenamePasskey({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useTranslations('security.passkeys');
  const form = useForm(
    { name: passkey.name },
    { check: ({ name }) => (name.trim() === '' ? { name: t('nameRequired') } : {}) },
  );
  const rename = useAction('renamePasskey', {
    invalidates: ['passkeys'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('saved') });
      onDone();
    },
    onError: form.refuse,
  });
  return (
    <form
      {...form.props(({ name }) => rename.run({ id: passkey.id, name: name.trim() }))}
      className="grid gap-4"
    >
      <Field
        size={52}
        label={t('name')}
        maxLength={NAME_LENGTH_MAX}
        {...form.text('name')}
        disabled={rename.isRunning}
      />
      <Button type="submit" variant="main" block busy={rename.isRunning}>
        {t('save')}
      </Button>
    </form>
  );
}

/** Asks for a proof only once it is to be removed. */
function RemovePasskey({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useTranslations('security.passkeys');
  const [isAsking, setAsking] = useState(false);
  const user = useUser();
  const { data: all = [] } = useApi('passkeys', {});
  const state = useProofForm();
  const { form, lock } = state;
  const remove = useAction('removePasskey', {
    invalidates: ['passkeys', 'security', 'center', 'withdrawalInfo'],
    onSuccess: () => {
      if (user !== undefined) updateUser({ ...user, has_passkey: all.length > 1 });
      toast({ kind: 'good', text: t('removed') });
      onDone();
    },
    onError: (error) => lock.take(error) || form.refuse(error),
  });
  if (!isAsking)
    return (
      <Button variant="danger" block onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
    );
  const send = (values: ProofValues) => remove.run({ id: passkey.id, otp: '', ...proofOf(values) });
  return (
    <form {...form.props(send)} className="grid gap-4">
      <p className="text-secondary">{t('removeDetail')}</p>
      <ProofFields state={state} isBusy={remove.isRunning} />
      <PauseNote />
      <Button type="submit" variant="danger" block busy={remove.isRunning} disabled={lock.isLocked}>
        {t('remove')}
      </Button>
    </form>
  );
}
