import { buttonLook, formatDate } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import type { Check } from './model.ts';

export interface ProviderTextProps {
  say: 'lead' | 'who';
  provider: string;
}

export function ProviderText({ say, provider }: ProviderTextProps) {
  const t = useTranslations('provider');
  return t(say, { provider });
}

/** Who has it, since when, until when at the latest, and the way to the provider's page. */
export function ProviderCheck({ check }: { check: Check }) {
  const t = useTranslations('provider');
  const locale = useLocale();
  const { provider, state, since, until, url } = check;
  const timeOf = (time: number) => formatDate(time, 'dayMinute', locale);
  return (
    <>
      <p className="mt-3 text-12 text-muted">
        {t(`states.${state}`, { provider, time: timeOf(since) })}{' '}
        {until !== undefined && t('until', { time: timeOf(until) })}
      </p>
      {url !== undefined && (
        <div className="mt-2">
          <a {...buttonLook({ variant: 'main', block: true })} href={url} rel="noreferrer">
            {t('go', { provider })}
          </a>
        </div>
      )}
    </>
  );
}
