import { useAction, useForm } from '@fairlead/calls';
import type { ChatSettings } from '@fairlead/contract';
import { Button, Field, Note, Switch, toast } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { type DayForm, formOf, problemsOf, settingsOf } from './model.ts';
import { NameForm } from './NameForm.tsx';
import { chatTexts } from './texts.ts';

const t = chatTexts.settings;
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When the desk is open, and where else help may answer. */
export function SettingsForm({ settings }: { settings: ChatSettings }) {
  const mayEdit = useMay('saveChatSettings');
  const mayAnswer = useMay('takeChat');
  const form = useForm(() => formOf(settings, ownZone()), {
    check: (draft) => {
      const { zone, days, url, order } = problemsOf(draft);
      return {
        ...(zone && { zone: t.zoneUnknown }),
        ...(order.length > 0 && { days: t.order }),
        ...(days && { days: t.noDay }),
        ...(url && { url: t.urlBad }),
      };
    },
  });
  const { isAlways, days } = form.draft;
  const daysProblem = form.problem('days');
  const reversed = daysProblem === t.order ? problemsOf(form.draft).order : [];
  const save = useAction('saveChatSettings', {
    invalidates: ['chatSettings'],
    onSuccess: () => toast({ kind: 'good', text: t.saved }),
    onError: form.refuse,
  });
  const setDay = (day: number, own: Partial<DayForm>) =>
    form.set({ days: days.map((each) => (each.day === day ? { ...each, ...own } : each)) });
  return (
    <div className="con-column">
      <form
        className="con-section"
        {...form.props((draft) => save.run(settingsOf(draft, settings)))}
      >
        <h2>{t.hours}</h2>
        {!mayEdit && <Note>{t.readsOnly}</Note>}
        <fieldset className="con-section" disabled={!mayEdit}>
          <div className="con-chat-switch">
            <span>
              {t.alwaysOpen}
              <small>{t.alwaysHint}</small>
            </span>
            <Switch
              label={t.alwaysOpen}
              checked={isAlways}
              disabled={!mayEdit}
              onCheckedChange={(next) => form.set({ isAlways: next })}
            />
          </div>
          {!isAlways && (
            <>
              <Field label={t.zone} hint={t.zoneHint} {...form.text('zone')} />
              <div className="grid gap-1">
                {days.map((day) => (
                  <DayRow
                    key={day.day}
                    form={day}
                    isWrong={reversed.includes(day.day)}
                    mayEdit={mayEdit}
                    onChange={(own) => setDay(day.day, own)}
                  />
                ))}
              </div>
              {daysProblem !== undefined && reversed.length === 0 && (
                <p className="fl-help" data-bad="" role="alert">
                  {daysProblem}
                </p>
              )}
            </>
          )}
          <Field
            label={t.url}
            inputMode="url"
            placeholder="https://"
            hint={t.urlHint}
            {...form.text('url')}
          />
          {mayEdit && (
            <Button type="submit" variant="main" size={44} busy={save.isRunning}>
              {t.save}
            </Button>
          )}
        </fieldset>
      </form>
      {mayAnswer && <NameForm />}
    </div>
  );
}

interface DayRowProps {
  form: DayForm;
  isWrong: boolean;
  mayEdit: boolean;
  onChange: (own: Partial<DayForm>) => void;
}

function DayRow({ form: { day, isOpen, from, to }, isWrong, mayEdit, onChange }: DayRowProps) {
  const name = t.days[day - 1] ?? '';
  const time = (label: string, value: string, key: 'from' | 'to') => (
    <input
      type="time"
      aria-label={`${name}: ${label}`}
      aria-invalid={isWrong || undefined}
      // Browsers know no 24:00; midnight at the end of a day is the first of the next.
      value={value === '24:00' ? '00:00' : value}
      onChange={(event) => onChange({ [key]: event.target.value })}
    />
  );
  return (
    <div className="con-chat-day">
      <Switch
        label={t.isOpen(name)}
        checked={isOpen}
        disabled={!mayEdit}
        onCheckedChange={(next) => onChange({ isOpen: next })}
      />
      <span>{name}</span>
      {isOpen ? (
        <span className="con-chat-times">
          {time(t.from, from, 'from')}
          <span aria-hidden="true">–</span>
          {time(t.to, to, 'to')}
        </span>
      ) : (
        <span className="con-chat-times text-muted">{t.closedDay}</span>
      )}
      {isWrong && (
        <p className="fl-help" data-bad="" role="alert">
          {t.order}
        </p>
      )}
    </div>
  );
}
