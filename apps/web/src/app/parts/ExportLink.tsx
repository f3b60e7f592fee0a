import type { OwnExport } from '@fairlead/contract';
import { IconLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../navigation.ts';

/** In the bar of a list: the way to its records as a file. */
export function ExportLink({ what }: { what: OwnExport }) {
  const t = useTranslations('common.title');
  return (
    <IconLink
      icon="download"
      label={t('statement')}
      href={href('pages/assets/statement', { what })}
    />
  );
}
