import { useHasOpenCall } from '@fairlead/calls';
import type { RouteName } from '@fairlead/contract';
import { Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

/** The page was left while its money call was under way: nobody knows yet whether it arrived. */
export function OpenCallNote({ name }: { name: RouteName }) {
  const t = useTranslations('common');
  const isOpenNow = useHasOpenCall(name);
  const [isOpen] = useState(isOpenNow);
  return isOpen ? <Note kind="warn">{t('openCall')}</Note> : null;
}
