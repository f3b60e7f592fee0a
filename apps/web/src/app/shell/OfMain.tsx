import { Button, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { type Acting, actAs, isReading } from '../../data/account/acting.ts';
import { Screen } from '../Screen.tsx';

export interface OfMainProps {
  acting: Acting;
  title: string;
  isTab: boolean;
}

/** In place of a page that only the main account has, or that is not among what may be read. */
export function OfMain({ acting, title, isTab }: OfMainProps) {
  const t = useTranslations('common.acting');
  return (
    <Screen title={title} isTab={isTab}>
      <div className="grid min-h-[50dvh] content-center">
        <EmptyState
          action={
            <Button variant="main" size={44} onClick={() => actAs(undefined)}>
              {t(isReading ? 'backOwn' : 'back')}
            </Button>
          }
        >
          {t(isReading ? 'ofReading' : 'ofMain', { name: acting.name })}
        </EmptyState>
      </div>
    </Screen>
  );
}
