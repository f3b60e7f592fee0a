import { Loaded, LoadingRows, useAction, useApi, useForm } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { Button, formatDate, TextArea } from '@fairlead/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../books/amounts.ts';
import { useMay } from '../../data/acts.ts';
import { countryName } from '../../parts/country.ts';
import { ActForm } from '../../parts/forms.tsx';
import { recordPath } from '../../queue/queues.ts';
import { timelineTexts as t } from './timeline-texts.ts';

type Event = ResponseOf<'operatorTimeline'>[number];

/** Shown before more are asked for. */
const SHOWN = 5;

/** What happened to a user, with what operators noted. */
export function Timeline({ id }: { id: number }) {
  const query = useApi('operatorTimeline', { id });
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <h3>{t.title}</h3>
      <NoteForm id={id} />
      <Loaded query={query} loading={<LoadingRows count={3} mark={false} />} failed={t.failed}>
        {(events) => (
          <>
            <ol className="con-timeline">
              {(isWhole ? events : events.slice(0, SHOWN)).map((event) => (
                <Happened
                  key={`${event.kind} ${event.id} ${event.time} ${event.text}`}
                  event={event}
                />
              ))}
            </ol>
            {!isWhole && events.length > SHOWN && (
              <button type="button" className="con-link" onClick={() => setWhole(true)}>
                {t.more(events.length - SHOWN)}
              </button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** What opens: all but a user's notes and acts are records of a queue. */
const RECORD = /^(deposit|withdrawal|verification|subscription)_/;

function Happened({ event: { kind, time, id, operator, text, amount, currency } }: EventProps) {
  const record = RECORD.exec(kind)?.[1] as Parameters<typeof recordPath>[0] | undefined;
  const title = titleOf(kind, id, text);
  return (
    <li data-kind={kind}>
      <span>
        {record === undefined || id === undefined ? (
          <b>{title}</b>
        ) : (
          <Link className="con-link" to={recordPath(record, id)}>
            {title}
          </Link>
        )}
        <time>{formatDate(time, 'dayMinute', 'en')}</time>
      </span>
      {amount !== undefined && currency !== undefined && <p>{formatMoney(amount, currency)}</p>}
      {detailOf(kind, text) !== undefined && <p>{detailOf(kind, text)}</p>}
      {operator !== undefined && <small>{t.by(operator)}</small>}
    </li>
  );
}

interface EventProps {
  event: Event;
}

function titleOf(kind: Event['kind'], id: number | undefined, text: string | undefined): string {
  if (kind === 'act') return actOf(text ?? '');
  if (kind === 'country') return t.country(countryName(text ?? ''));
  const title = t.kinds[kind];
  return id === undefined || kind === 'note' ? title : `${title} ${id}`;
}

/** One that was not let through has its name with an end to it. */
function actOf(action: string): string {
  const name = action.replace(/\.refused$/, '');
  const said = t.acts[name] ?? name;
  return name === action ? said : t.refused(said);
}

/** What is in the title is not said again. */
const detailOf = (kind: Event['kind'], text: string | undefined): string | undefined =>
  kind === 'act' || kind === 'country' ? undefined : text;

function NoteForm({ id }: { id: number }) {
  const mayNote = useMay('addUserNote');
  const [isOpen, setOpen] = useState(false);
  const form = useForm(
    { text: '' },
    { check: ({ text }) => ({ text: text.trim().length < 3 ? t.short : undefined }) },
  );
  const add = useAction('addUserNote', {
    invalidates: ['operatorTimeline'],
    onSuccess: () => {
      form.set({ text: '' });
      setOpen(false);
    },
    onError: form.refuse,
  });
  if (!mayNote) return null;
  if (!isOpen)
    return (
      <Button size={36} className="my-2" onClick={() => setOpen(true)}>
        {t.write}
      </Button>
    );
  return (
    <div className="my-2">
      <ActForm
        form={form.props(({ text }) => void add.run({ id, text: text.trim() }))}
        submitLabel={t.keep}
        isBusy={add.isRunning}
        onBack={() => setOpen(false)}
      >
        <TextArea
          label={t.note}
          hint={t.hint}
          rows={3}
          maxLength={500}
          autoFocus
          {...form.text('text')}
        />
      </ActForm>
    </div>
  );
}
