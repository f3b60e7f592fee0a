import type { OptionResult } from '@fairlead/contract';
import { Badge, type BadgeKind } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

const KINDS: Readonly<Record<OptionResult, BadgeKind>> = {
  win: 'good',
  lose: 'bad',
  flat: 'plain',
  refunded: 'wait',
};

/** What came of an order; all of one size and weight. */
export function ResultBadge({ result }: { result: OptionResult }) {
  const t = useTranslations('options.result');
  return <Badge kind={KINDS[result]}>{t(result)}</Badge>;
}
