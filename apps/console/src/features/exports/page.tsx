import { useAction } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { Button, Field, Note } from '@fairlead/ui';
import { useState } from 'react';
import { saveFile } from '../../data/download.ts';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import {
  type ExportForm as Form,
  hasDates,
  hasStatus,
  isReversed,
  ROWS_MAX,
  requestOf,
  TABLES,
} from './model.ts';
import { exportTexts as t } from './texts.ts';

/** Tables as CSV files. */
export function Page() {
  return (
    <PageFrame title={t.title} sub={t.sub}>
      <ExportForm />
    </PageFrame>
  );
}

const EMPTY: Form = { what: 'deposits', from: '', to: '', status: '' };

/** Which table, which days, and the file. */
function ExportForm() {
  const [form, setForm] = useState(EMPTY);
  const [done, setDone] = useState<ResponseOf<'exportRows'>>();
  const { run, isRunning } = useAction('exportRows', {
    onSuccess: (answer) => {
      setDone(answer);
      if (answer.rows > 0) saveFile(answer.filename, answer.csv);
    },
  });
  const set = (part: Partial<Form>) => {
    setDone(undefined);
    setForm({ ...form, ...part });
  };
  const areReversed = isReversed(form);
  return (
    <form
      className="con-export"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!areReversed) void run(requestOf(form));
      }}
    >
      <fieldset className="con-tables">
        <legend className="fl-label">{t.what}</legend>
        {TABLES.map((what) => (
          <label key={what}>
            <input
              type="radio"
              name="what"
              checked={form.what === what}
              onChange={() => set({ what })}
            />
            <span>
              {t.tables[what]}
              <small>{t.about[what]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="grid content-start gap-4">
        <Days form={form} areReversed={areReversed} onChange={set} />
        {hasStatus(form.what) && (
          <SelectField
            label={t.status}
            value={form.status}
            placeholder={t.statusAny}
            options={Object.entries(sharedTexts.statuses)}
            onChange={(status) => set({ status })}
          />
        )}
        <Button
          type="submit"
          variant="main"
          size={44}
          icon="download"
          busy={isRunning}
          disabled={areReversed}
        >
          {t.download}
        </Button>
        {done && <Done answer={done} />}
      </div>
    </form>
  );
}

function Done({ answer: { filename, rows } }: { answer: ResponseOf<'exportRows'> }) {
  return (
    <div role="status" className="grid gap-2">
      <Note kind={rows === 0 ? 'plain' : 'good'}>
        {rows === 0 ? t.empty(filename) : t.done(filename, rows.toLocaleString('en'))}
      </Note>
      {rows >= ROWS_MAX && <Note kind="warn">{t.capped}</Note>}
    </div>
  );
}

interface DaysProps {
  form: Form;
  areReversed: boolean;
  onChange: (part: Partial<Form>) => void;
}

function Days({ form, areReversed, onChange }: DaysProps) {
  if (!hasDates(form.what)) return <Note>{t.noDates}</Note>;
  return (
    <div className="con-terms">
      <Field
        type="date"
        label={t.from}
        value={form.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Field
        type="date"
        label={t.to}
        value={form.to}
        error={areReversed ? t.reversed : undefined}
        onChange={(event) => onChange({ to: event.target.value })}
      />
      <p className="col-span-2 text-12 text-muted">{t.datesHint}</p>
    </div>
  );
}
