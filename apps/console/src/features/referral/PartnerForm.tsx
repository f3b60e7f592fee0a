import { useAction, useForm } from '@fairlead/calls';
import { REASON_LENGTH } from '@fairlead/contract/term-texts';
import { rulesOf } from '@fairlead/formula';
import {
  compareDecimals,
  DecimalField,
  Field,
  finishDecimal,
  formatExactShare,
  TextArea,
  toast,
} from '@fairlead/ui';
import { useNoticeHours } from '../../data/use-config.ts';
import { ActForm } from '../../parts/forms.tsx';
import { PERCENT_SCALE, percentOfShare, shareOfPercent } from '../../terms/decimals.ts';
import { ruleWords } from '../../terms/rules.ts';
import type { PartnerRow } from './columns.tsx';
import { referralTexts as t } from './texts.ts';

const RATIO = rulesOf('partner').fields['ratio'];
const RATIO_MAX = (RATIO?.kind === 'number' ? RATIO.max : undefined) ?? '1';
const [REASON_LENGTH_MIN, REASON_LENGTH_MAX] = REASON_LENGTH;

/** What shows a partner's share. */
export const PARTNER_READS = [
  'partners',
  'operatorReferral',
  'operatorUser',
  'operatorUsers',
] as const;

/** The share of what is typed in percent; undefined while it is unfinished or more than there may be. */
function ratioOf(text: string): string | undefined {
  const percent = finishDecimal(text);
  const ratio = percent && shareOfPercent(percent);
  return ratio !== undefined && compareDecimals(ratio, RATIO_MAX) !== 1 ? ratio : undefined;
}

export interface PartnerFormProps {
  /** Undefined where the user is still to be named. */
  row: PartnerRow | undefined;
  onDone: () => void;
  onBack: () => void;
}

/** A user's own share of fees, and why. */
export function PartnerForm({ row, onDone, onBack }: PartnerFormProps) {
  const noticeHours = useNoticeHours();
  const isNew = row === undefined;
  const form = useForm(
    {
      user_id: String(row?.user_id ?? ''),
      ratio: row === undefined ? '' : percentOfShare(row.ratio),
      reason: '',
    },
    {
      check: (draft) => ({
        ...(!/^[1-9]\d{0,9}$/.test(draft.user_id.trim()) && { user_id: t.userIdInvalid }),
        ...(ratioOf(draft.ratio) === undefined && {
          ratio: t.ratioInvalid(formatExactShare(RATIO_MAX, 0)),
        }),
        ...(draft.reason.trim().length < REASON_LENGTH_MIN && { reason: t.reasonShort }),
      }),
    },
  );
  const ratio = ratioOf(form.draft.ratio);
  const share = ratio === undefined ? undefined : formatExactShare(ratio);
  const save = useAction('savePartner', {
    invalidates: PARTNER_READS,
    onSuccess: ({ user_id: userId }) => {
      toast({ text: t.done(userId, share ?? '') });
      onDone();
    },
    onError: (error) =>
      error.code === 'not_found' && isNew
        ? form.show({ user_id: t.unknownUser })
        : form.refuse(error),
  });
  const rule = ruleWords(RATIO, { isNew, noticeHours });
  return (
    <ActForm
      form={form.props(({ user_id, reason }) =>
        save.run({ user_id: Number(user_id), ratio: ratio ?? '', reason: reason.trim() }),
      )}
      submitLabel={share === undefined ? t.setPlain : t.setSubmit(share)}
      isBusy={save.isRunning}
      onBack={onBack}
    >
      {isNew && (
        <Field
          label={t.userId}
          inputMode="numeric"
          maxLength={10}
          autoFocus
          {...form.text('user_id')}
        />
      )}
      <DecimalField
        label={t.ratio}
        hint={`${t.ratioHint} ${rule ?? ''}`}
        scale={PERCENT_SCALE}
        autoFocus={!isNew}
        trailing="%"
        {...form.value('ratio')}
      />
      <TextArea
        label={t.reason}
        rows={3}
        maxLength={REASON_LENGTH_MAX}
        hint={t.reasonHint}
        {...form.text('reason')}
      />
    </ActForm>
  );
}
