import {
  Address,
  Button,
  formatAmount,
  formatClock,
  KeyValues,
  Money,
  Sheet,
  Thread,
  useCountdown,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { FactorField } from '../../../app/parts/FactorField.tsx';
import { SignNote } from '../../../app/parts/SignNote.tsx';
import { hasSecondFactor, useSecurity } from '../../../data/account/second-factor.ts';
import { tidy } from '../../../data/tidy.ts';
import { FundPasswordField } from '../custody/FundPasswordField.tsx';
import { typedAmount } from '../model.ts';
import { FeeLabel } from './Limits.tsx';
import type { WithdrawForm } from './use-withdraw.ts';
import { type Inputs, summarize } from './withdraw-model.ts';

export interface ConfirmSheetProps {
  form: WithdrawForm;
  inputs: Inputs;
}

/** The whole cost, the whole address, what happens next; then the fund password. */
export function ConfirmSheet({ form, inputs }: ConfirmSheetProps) {
  const t = useTranslations('withdraw');
  const common = useTranslations('common');
  const { sheet, draft } = form;
  const { currency, info } = inputs;
  const lockedSeconds = useCountdown(sheet.lockedUntilMs);
  const amount = formatAmount(typedAmount(draft.amount), undefined, currency?.name);
  const security = useSecurity();
  const isAsked = hasSecondFactor(info) || security.hasFactor || sheet.isOtpAsked;
  const hasFactor = !form.signs && isAsked;
  return (
    <Sheet
      open={form.isAsking}
      onOpenChange={(isOpen) => !isOpen && form.close()}
      dismissible={!form.isRunning}
      title={t('confirm')}
      closeLabel={common('close')}
      footer={
        <>
          <Button
            variant="main"
            block
            disabled={!sheet.isReady(hasFactor) || lockedSeconds > 0}
            busy={form.isRunning}
            onClick={() => void form.send()}
          >
            {t('submitAmount', { amount })}
          </Button>
          <p className="mt-2 text-center text-12 text-balance text-muted">
            {t('foot', { count: Math.max(0, (info?.remaining_today ?? 1) - 1) })}
          </p>
        </>
      }
    >
      <Costs form={form} inputs={inputs} />
      <Secrets form={form} hasFactor={hasFactor} lockedSeconds={lockedSeconds} />
    </Sheet>
  );
}

function Costs({ form, inputs }: ConfirmSheetProps) {
  const t = useTranslations('withdraw');
  const custody = useTranslations('custody.detail');
  const payees = useTranslations('payees');
  const { currency, target } = inputs;
  const { receipt, fee } = summarize(form.draft, inputs);
  const unit = currency?.name;
  const amount = formatAmount(typedAmount(form.draft.amount), undefined, unit);
  const isBank = inputs.way === 'bank';
  return (
    <>
      <p className="text-secondary">{t('receive')}</p>
      <p>
        <Money value={receipt && tidy(receipt)} {...(unit !== undefined && { unit })} />
      </p>
      <KeyValues
        className="mt-3"
        rows={[
          { label: custody('amount'), value: amount },
          {
            id: 'fee',
            label: <FeeLabel inputs={inputs} />,
            value: `\u2212${formatAmount(fee && tidy(fee), undefined, unit)}`,
          },
        ]}
      />
      <div className="my-3 border-y border-hairline-strong py-3">
        <p className="flex justify-between gap-3">
          <span className="shrink-0 text-muted">{t('to')}</span>
          <span className="min-w-0 text-end font-medium wrap-anywhere">
            {target?.name === '' ? payees('unnamed') : target?.name}
          </span>
        </p>
        {isBank ? (
          <p className="tnum mt-1 text-end font-mono">{target?.text}</p>
        ) : (
          <Address className="mt-1" value={target?.text ?? ''} />
        )}
        {form.draft.note.trim() !== '' && (
          <p className="mt-2 flex justify-between gap-3">
            <span className="text-muted">{custody('note')}</span>
            <span className="min-w-0 wrap-anywhere">{form.draft.note.trim()}</span>
          </p>
        )}
      </div>
      <Thread
        compact
        steps={[
          { id: 'now', title: t('now'), detail: t('nowDetail', { amount }), state: 'now' },
          {
            id: 'review',
            title: t('review'),
            detail: t('reviewDetail', { hours: inputs.info?.review_hours ?? 0 }),
            state: 'later',
          },
          {
            id: 'sent',
            title: t('sent'),
            detail: t(isBank ? 'sentBank' : 'sentDetail'),
            state: 'later',
          },
        ]}
      />
    </>
  );
}

interface SecretsProps {
  form: WithdrawForm;
  hasFactor: boolean;
  lockedSeconds: number;
}

function Secrets({ form, hasFactor, lockedSeconds }: SecretsProps) {
  const t = useTranslations('custody');
  const { sheet } = form;
  const locked =
    lockedSeconds > 0 ? t('lockedFor', { time: formatClock(lockedSeconds) }) : undefined;
  return (
    <div className="grid gap-4 py-4">
      {form.signs && <SignNote />}
      {hasFactor && (
        <FactorField
          value={sheet.secrets.otp}
          error={sheet.problems.otp}
          disabled={form.isRunning}
          onValueChange={(otp) => sheet.type({ otp })}
        />
      )}
      <FundPasswordField
        value={sheet.secrets.fundPassword}
        error={locked ?? sheet.problems.fundPassword}
        disabled={form.isRunning || lockedSeconds > 0}
        onValueChange={(fundPassword) => sheet.type({ fundPassword })}
      />
    </div>
  );
}
