import { Loaded, LoadingRows, useApi } from '@fairlead/calls';
import type { Hold } from '@fairlead/contract';
import { HOLD_DAYS_MAX } from '@fairlead/contract/constants';
import { EmptyState, formatDate, KeyValues, Note, Tag } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { AppealForm } from './AppealForm.tsx';

/** What is held, each with its reason, its end and the user's word against it; then what has ended. */
export function Holds() {
  const t = useTranslations('holds');
  const query = useApi('holds', {});
  return (
    <Loaded query={query} loading={<LoadingRows count={3} />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState>{t('none')}</EmptyState>
        ) : (
          <>
            <p className="gutter pb-3 text-secondary">{t('limits', { days: HOLD_DAYS_MAX })}</p>
            <div className="grid gap-6 gutter">
              {list.map((hold) => (
                <One key={hold.id} hold={hold} />
              ))}
            </div>
          </>
        )
      }
    </Loaded>
  );
}

function One({ hold }: { hold: Hold }) {
  const t = useTranslations('holds');
  const locale = useLocale();
  const { kind, record_id: record, reason, words, end } = hold;
  const at = (time: number) => formatDate(time, 'dayMinute', locale);
  return (
    <section className="grid gap-3 border-b border-hairline-strong pb-6">
      <h2 className="flex items-center justify-between gap-3 text-16 font-strong">
        <span className="min-w-0 wrap-anywhere">{t(`kinds.${kind}`, { id: String(record) })}</span>
        <Tag kind={end === undefined ? 'warn' : 'plain'}>
          {t(end === undefined ? 'open' : `ends.${end}`)}
        </Tag>
      </h2>
      <KeyValues
        rows={[
          { label: t('why'), value: asSentence(reason) },
          { label: t('since'), value: at(hold.placed_at) },
          { label: t('until'), value: at(hold.ended_at ?? hold.ends_at) },
        ]}
      />
      {words !== undefined && (
        <div>
          <p className="text-12 text-muted">{t('words')}</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {words}
          </p>
        </div>
      )}
      {end === undefined && <Note kind="plain">{t(`lapses.${kind}`)}</Note>}
      <Appeal hold={hold} />
    </section>
  );
}

/** What the user said, and what was answered; the form where nothing was said. */
function Appeal({ hold }: { hold: Hold }) {
  const t = useTranslations('holds');
  const locale = useLocale();
  const { appeal, end } = hold;
  if (appeal === undefined) return end === undefined ? <AppealForm id={hold.id} /> : null;
  const at = (time: number | undefined) => formatDate(time, 'dayMinute', locale);
  return (
    <>
      <div>
        <p className="text-12 text-muted">{t('yours', { time: at(appeal.time) })}</p>
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {appeal.text}
        </p>
      </div>
      {appeal.answer === undefined && end === undefined && <Note kind="plain">{t('waiting')}</Note>}
      {appeal.answer !== undefined && (
        <div>
          <p className="text-12 text-muted">{t('answer', { time: at(appeal.answered_at) })}</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {appeal.answer}
          </p>
        </div>
      )}
    </>
  );
}

/** A ready-made reason is written to stand within a sentence. */
const asSentence = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1);
