import { Button, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { type Acting, actAs, isReading } from '../../data/account/acting.ts';
import type { RouteEntry } from '../routes.ts';
import { Screen } from '../Screen.tsx';

/** In place of a page that only the main account has, or that is not among what may be read. */
export function OfMain({ entry, acting }: { entry: RouteEntry; acting: Acting }) {
  const t = useTranslations('common');
  return (
    <Screen title={t(`title.${entry.title}`)} isTab={entry.kind === 'tab'}>
      <div className="grid min-h-[50dvh] content-center">
        <EmptyState
          action={
            <Button variant="main" size={44} onClick={() => actAs(undefined)}>
              {t(isReading ? 'acting.backOwn' : 'acting.back')}
            </Button>
          }
        >
          {t(isReading ? 'acting.ofReading' : 'acting.ofMain', { name: acting.name })}
        </EmptyState>
      </div>
    </Screen>
  );
}
