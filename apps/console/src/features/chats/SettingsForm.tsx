import type { ChatSettings } from '@fairlead/contract';
import { Button, Field, Note, Switch, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { useAction } from '../../data/use-action.ts';
import { chatTexts } from '../../texts/chats.ts';
import { type DayForm, formOf, hasProblems, problemsOf, settingsOf } from './model.ts';
import { NameForm } from './NameForm.tsx';

const t = chatTexts.settings;
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When the desk is open, and where else help may answer. */
export function SettingsForm({ settings }: { settings: ChatSettings }) {
  const mayEdit = useMay('saveChatSettings');
  const mayAnswer = useMay('takeChat');
  const [form, setForm] = useState(() => formOf(settings, ownZone()));
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(form);
  const shown = isTried ? problems : { order: [] };
  const save = useAction('saveChatSettings', {
    invalidates: ['chatSettings'],
    onSuccess: () => toast({ kind: 'good', text: t.saved }),
  });
  const setDay = (day: number, own: Partial<DayForm>) =>
    setForm({
      ...form,
      days: form.days.map((each) => (each.day === day ? { ...each, ...own } : each)),
    });
  const submit = () => {
    setTried(true);
    if (!hasProblems(problems)) void save.run(settingsOf(form, settings));
  };
  return (
    <div className="con-column">
      <form
        className="con-section"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
              checked={form.isAlways}
              disabled={!mayEdit}
              onCheckedChange={(isAlways) => setForm({ ...form, isAlways })}
            />
          </div>
          {!form.isAlways && (
            <>
              <Field
                label={t.zone}
                value={form.zone}
                hint={t.zoneHint}
                error={shown.zone && t.zoneUnknown}
                onChange={(event) => setForm({ ...form, zone: event.target.value })}
              />
              <div className="grid gap-1">
                {form.days.map((day) => (
                  <DayRow
                    key={day.day}
                    form={day}
                    isWrong={shown.order.includes(day.day)}
                    mayEdit={mayEdit}
                    onChange={(own) => setDay(day.day, own)}
                  />
                ))}
              </div>
              {shown.days && (
                <p className="fl-help" data-bad="" role="alert">
                  {t.noDay}
                </p>
              )}
            </>
          )}
          <Field
            label={t.url}
            value={form.url}
            inputMode="url"
            placeholder="https://"
            hint={t.urlHint}
            error={shown.url && t.urlBad}
            onChange={(event) => setForm({ ...form, url: event.target.value })}
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
