import { Button, SectionHead } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useCopy } from '../../data/use-copy.ts';

const PROVES = ['included', 'number', 'kept'] as const;
const NOT = ['audit', 'reserves', 'others', 'open'] as const;

export interface ExplainedProps {
  /** The name of the saved file; undefined where there is no proof to save. */
  fileName: string | undefined;
}

const COMMAND = 'npx fairlead-verify';

/** What a right check proves, what it does not, and how to do it without this app. */
export function Explained({ fileName }: ExplainedProps) {
  const t = useTranslations('liabilities.meaning');
  const copy = useCopy();
  const command = `${COMMAND} ${fileName ?? ''}`;
  return (
    <section className="pt-5 pb-8">
      <SectionHead title={t('proves')} />
      <Points texts={PROVES.map((each) => t(each))} />
      <div className="pt-4">
        <SectionHead title={t('not')} />
      </div>
      <Points texts={NOT.map((each) => t(each))} />
      {fileName !== undefined && (
        <div className="grid gap-2 gutter pt-4">
          <p className="text-secondary">{t('offline')}</p>
          <pre className="rounded-8 bg-control px-2.5 py-2 font-mono text-12 whitespace-pre-wrap text-secondary">
            {/* A name broken within is copied as two, and a hyphen breaks it. */}
            {COMMAND} <span className="inline-block break-all">{fileName}</span>
          </pre>
          <Button size={44} icon="copy" onClick={() => void copy(command)}>
            {t('copyCommand')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Points({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 gutter ps-9 text-secondary">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
