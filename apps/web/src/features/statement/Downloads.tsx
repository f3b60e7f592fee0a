import type { OwnExport } from '@fairlead/contract';
import { Button, Icon, List, SectionHead } from '@fairlead/ui';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type Download, useDownload } from '../../app/parts/use-download.ts';
import type { Days } from '../../data/days.ts';
import { canShare, shareFile } from '../../data/share-link.ts';
import { KINDS } from './model.ts';

export interface DownloadsProps {
  days: Days;
  disabled: boolean;
  /** Comes into view: what another page led here for. */
  preselected: OwnExport | undefined;
}

/** Each kind of record as a CSV file of the period. */
export function Downloads({ days, disabled, preselected }: DownloadsProps) {
  const t = useTranslations('portfolio.statement');
  const { download, start } = useDownload(days);
  return (
    <section aria-label={t('downloads')} className="print:hidden">
      <SectionHead title={t('downloads')} note="CSV" />
      <p className="gutter pb-2 text-12 text-muted">{t('downloadsHelp')}</p>
      <List label={t('downloads')}>
        {KINDS.map((what) => (
          <Kind
            key={what}
            what={what}
            download={download?.what === what ? download : undefined}
            isPreselected={what === preselected}
            disabled={disabled}
            onStart={() => void start(what)}
          />
        ))}
      </List>
    </section>
  );
}

interface KindProps {
  what: OwnExport;
  download: Download | undefined;
  isPreselected: boolean;
  disabled: boolean;
  onStart: () => void;
}

function Kind({ what, download, isPreselected, disabled, onStart }: KindProps) {
  const t = useTranslations('portfolio.statement');
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPreselected) row.current?.scrollIntoView({ block: 'center' });
  }, [isPreselected]);
  const isRunning = download !== undefined && download.file === undefined;
  const file = download?.file;
  return (
    <div
      ref={row}
      className={`fl-row ${isPreselected ? 'bg-raised' : ''}`}
      data-size={52}
      aria-busy={isRunning || undefined}
    >
      <span className="fl-row-main">
        <span className="fl-row-title">{t(`kinds.${what}`)}</span>
        {download !== undefined && (
          <span className="fl-row-caption" role="status">
            {t(isRunning ? 'rowsSoFar' : 'rowsSaved', { rows: download.rows })}
          </span>
        )}
      </span>
      {file !== undefined && canShare(file) && (
        <Button variant="text" size={44} onClick={() => void shareFile(file)}>
          {t('share')}
        </Button>
      )}
      <button
        type="button"
        className="fl-iconbtn"
        aria-label={t('download', { kind: t(`kinds.${what}`) })}
        disabled={disabled || isRunning}
        onClick={onStart}
      >
        <Icon name={isRunning ? 'clock' : 'download'} />
      </button>
    </div>
  );
}
