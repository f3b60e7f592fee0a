import { useAction, useForm } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { ResponseOf } from '@fairlead/contract';
import { Button, buttonLook, IconButton, Note, SectionHead } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../app/parts/QrCode.tsx';
import { useLock } from '../../data/account/use-lock.ts';
import { useCopy } from '../../data/use-copy.ts';
import { inFours } from './model.ts';
import { PauseNote } from './PauseNote.tsx';
import { ProofFields, proofOf, useProofForm } from './Proof.tsx';
import { SixDigits } from './SixDigits.tsx';

type Begun = ResponseOf<'beginOtp'>;

export interface OtpSetupProps {
  onCodes: (codes: readonly string[]) => void;
}

/** What proves the owner, then secret and first code. */
export function OtpSetup({ onCodes }: OtpSetupProps) {
  const [begun, setBegun] = useState<Begun>();
  const [isTooOld, setTooOld] = useState(false);
  if (begun === undefined)
    return (
      <OtpBegin
        isTooOld={isTooOld}
        onBegun={(next) => {
          setTooOld(false);
          setBegun(next);
        }}
      />
    );
  return (
    <OtpConfirm
      begun={begun}
      onCodes={onCodes}
      onTooOld={() => {
        setTooOld(true);
        setBegun(undefined);
      }}
    />
  );
}

interface OtpBeginProps {
  isTooOld: boolean;
  onBegun: (begun: Begun) => void;
}

function OtpBegin({ isTooOld, onBegun }: OtpBeginProps) {
  const t = useTranslations('security');
  const state = useProofForm();
  const { form, hasFactor, lock } = state;
  const begin = useAction('beginOtp', {
    onSuccess: onBegun,
    onError: (error) => lock.take(error) || form.refuse(error),
  });
  return (
    <form
      {...form.props((values) => begin.run(proofOf(values)))}
      className="grid gap-5 gutter pt-1 pb-8"
    >
      <p className="text-secondary">{t('otp.lead')}</p>
      {isTooOld && <Note kind="warn">{t('otp.startOver')}</Note>}
      <ProofFields state={state} isBusy={begin.isRunning} />
      {hasFactor && <PauseNote />}
      <Button type="submit" variant="main" block busy={begin.isRunning} disabled={lock.isLocked}>
        {t('otp.begin')}
      </Button>
    </form>
  );
}

interface OtpConfirmProps extends OtpSetupProps {
  begun: Begun;
  onTooOld: () => void;
}

function OtpConfirm({ begun, onCodes, onTooOld }: OtpConfirmProps) {
  const t = useTranslations('security');
  const form = useForm(
    { otp: '' },
    { check: ({ otp }) => (/^\d{6}$/.test(otp) ? {} : { otp: t('invalid.code') }) },
  );
  const lock = useLock();
  const refused = (error: ApiError): boolean => {
    if (lock.take(error)) return true;
    if (error.code === 'otp_not_begun') {
      onTooOld();
      return true;
    }
    if (error.code !== 'code_wrong') return form.refuse(error);
    form.set({ otp: '' });
    return form.show({ otp: error.message });
  };
  const confirm = useAction('confirmOtp', {
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
    onError: refused,
  });
  return (
    <form {...form.props((draft) => confirm.run(draft))} className="pb-8">
      <SectionHead title={t('otp.scan')} />
      <div className="grid gap-5 gutter">
        <p className="-mt-2 text-secondary">{t('otp.scanDetail')}</p>
        <Secret begun={begun} />
        <SixDigits
          label={t('otp.code')}
          {...form.value('otp')}
          disabled={confirm.isRunning || lock.isLocked}
          onComplete={(otp) => void confirm.run({ otp })}
        />
        {lock.isLocked && (
          <Note kind="warn">
            <span role="status">{lock.text}</span>
          </Note>
        )}
        <Button
          type="submit"
          variant="main"
          block
          busy={confirm.isRunning}
          disabled={lock.isLocked}
        >
          {t('otp.turnOn')}
        </Button>
      </div>
    </form>
  );
}

/** The same secret three ways: for a camera, for fingers, for an app on this very phone. */
function Secret({ begun: { secret, uri } }: { begun: Begun }) {
  const t = useTranslations('security');
  const copy = useCopy();
  return (
    <div className="fl-card grid justify-items-center gap-3">
      <QrCode text={uri} label={t('otp.qr')} className="size-48" />
      <div className="flex w-full items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="text-12 text-muted">{t('otp.secret')}</p>
          <p className="font-mono text-14 wrap-anywhere select-all">{inFours(secret)}</p>
        </div>
        <IconButton
          icon="copy"
          label={t('otp.copySecret')}
          className="-me-3"
          onClick={() => void copy(secret)}
        />
      </div>
      <span className="touch-only">
        <a {...buttonLook({ size: 44, block: true })} href={uri}>
          {t('otp.openApp')}
        </a>
      </span>
    </div>
  );
}
