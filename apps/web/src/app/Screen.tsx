import { AppBar, PullToRefresh } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useGoBack } from './navigation.ts';

export interface ScreenProps {
  /** A text becomes the heading; pages of the tab bar may put the logo or a pair here. */
  title: ReactNode;
  /** A page of the tab bar: large title, no back. */
  isTab?: boolean;
  /** Icon buttons at the right of the bar. */
  right?: ReactNode;
  /** Makes the page pull-to-refresh; resolves when the new figures are there. */
  onRefresh?: () => Promise<unknown>;
  className?: string | undefined;
  children: ReactNode;
}

/** The frame of a page: bar, `main`, and pull-to-refresh where the specification has it. */
export function Screen({
  title,
  isTab = false,
  right,
  onRefresh,
  className,
  children,
}: ScreenProps) {
  const t = useTranslations('common');
  const goBack = useGoBack();
  const back = isTab ? {} : { onBack: goBack, backLabel: t('back') };
  const main = (
    <main className={className} data-focus-quiet="">
      {children}
    </main>
  );
  return (
    <>
      <AppBar title={title} large={isTab} right={right} {...back} />
      {onRefresh === undefined ? (
        main
      ) : (
        <PullToRefresh label={t('refresh')} onRefresh={onRefresh}>
          {main}
        </PullToRefresh>
      )}
    </>
  );
}
