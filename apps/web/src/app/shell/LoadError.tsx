import { Button, buttonLook, Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

export interface LoadErrorProps {
  /** missing: the chunk failed; slow: it did not come in time; crash: the page's code threw. */
  kind: 'missing' | 'slow' | 'crash';
  onRetry: () => void;
}

const sentences = { missing: 'page', slow: 'pageSlow', crash: 'crash' } as const;

/** In place of a page that did not load: what happened, try again, or go home. */
export function LoadError({ kind, onRetry }: LoadErrorProps) {
  const t = useTranslations('errors');
  const common = useTranslations('common');
  return (
    <main className="grid min-h-[80dvh] content-center justify-items-center gap-3 px-8 text-center">
      <Icon name="warn" size={24} className="text-bad" />
      <h1 className="text-20 font-strong" tabIndex={-1} data-page-title="">
        {t('pageTitle')}
      </h1>
      <p className="max-w-[34ch] text-secondary text-balance">{t(sentences[kind])}</p>
      <div className="mt-3 grid w-full max-w-70 gap-2">
        <Button variant="main" block onClick={onRetry}>
          {common('retry')}
        </Button>
        <a {...buttonLook({ block: true })} href="#/">
          {t('goHome')}
        </a>
      </div>
    </main>
  );
}
