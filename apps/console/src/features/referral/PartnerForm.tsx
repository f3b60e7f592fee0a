import { rulesOf } from '@fairlead/formula';
import {
  Button,
  compareDecimals,
  DecimalField,
  Field,
  finishDecimal,
  TextArea,
} from '@fairlead/ui';
import { type KeyboardEvent, useState } from 'react';
import { useNoticeHours } from '../../data/use-config.ts';
import { ruleWords } from '../../terms/rules.ts';
import { referralTexts as t } from '../../texts/referral.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { shareOf } from './columns.tsx';

const RATIO_SCALE = 6;
const RATIO_MAX = '0.5';
const REASON_LENGTH_MIN = 3;
const REASON_LENGTH_MAX = 500;

/** A partner as the form says it. */
export interface PartnerDraft {
  readonly user_id: number;
  readonly ratio: string;
  readonly reason: string;
}

export interface PartnerFormProps {
  /** Undefined where the user is still to be named. */
  userId: number | undefined;
  /** The share so far; '' without one. */
  ratio: string;
  isBusy: boolean;
  /** What the server said of the fields. */
  refused: Readonly<Record<string, string>>;
  onSubmit: (draft: PartnerDraft) => void;
  onBack: () => void;
}

/** A user's own share of fees, and why. Ctrl Enter sends, Esc goes back. */
export function PartnerForm(props: PartnerFormProps) {
  const { userId, isBusy, refused, onSubmit, onBack } = props;
  const noticeHours = useNoticeHours();
  const [user, setUser] = useState('');
  const [text, setText] = useState(props.ratio);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const ratio = finishDecimal(text);
  const isRatio = ratio !== undefined && compareDecimals(ratio, RATIO_MAX) !== 1;
  const isUser = userId !== undefined || /^[1-9]\d{0,9}$/.test(user.trim());
  const isReason = reason.trim().length >= REASON_LENGTH_MIN;
  const submit = () => {
    setChecked(true);
    if (isRatio && isUser && isReason)
      onSubmit({ user_id: userId ?? Number(user.trim()), ratio, reason: reason.trim() });
  };
  const wrong = (isRight: boolean, words: string) => (isChecked && !isRight ? words : undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onBack();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    else return;
    event.preventDefault();
  };
  return (
    <form
      className="con-form"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {userId === undefined && (
        <Field
          label={t.userId}
          inputMode="numeric"
          maxLength={10}
          autoFocus
          value={user}
          error={wrong(isUser, t.userIdInvalid) ?? refused['user_id']}
          onChange={(event) => setUser(event.target.value)}
        />
      )}
      <DecimalField
        label={t.ratio}
        hint={`${t.ratioHint} ${ruleWords(rulesOf('partner').fields['ratio'], { isNew: userId === undefined, noticeHours }) ?? ''}`}
        scale={RATIO_SCALE}
        autoFocus={userId !== undefined}
        trailing={isRatio ? `= ${shareOf(ratio)}` : undefined}
        value={text}
        error={wrong(isRatio, t.ratioInvalid) ?? refused['ratio']}
        onValueChange={setText}
      />
      <TextArea
        label={t.reason}
        rows={3}
        maxLength={REASON_LENGTH_MAX}
        hint={t.reasonHint}
        value={reason}
        error={wrong(isReason, t.reasonShort) ?? refused['reason']}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="con-two">
        <Button size={44} disabled={isBusy} onClick={onBack}>
          {sharedTexts.back}
        </Button>
        <Button type="submit" variant="main" size={44} busy={isBusy}>
          {isRatio ? t.setSubmit(shareOf(ratio)) : t.setPlain}
        </Button>
      </div>
    </form>
  );
}
