import type { DepositRecord } from '@fairlead/contract';
import { useTranslations } from 'use-intl';
import { networkText } from '../custody/chains.ts';

/** "Tron TRC20", or how it came in otherwise. */
export function useDepositWay(): (record: DepositRecord) => string {
  const t = useTranslations('custody');
  return ({ kind, chain }) =>
    kind === 'bank' || chain === undefined ? t(`depositKinds.${kind}`) : networkText(chain);
}
