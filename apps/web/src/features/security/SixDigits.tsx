import { OtpField } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export interface SixDigitsProps {
  label: string;
  labelEnd?: ReactNode;
  value: string;
  onValueChange: (value: string) => void;
  onComplete?: (value: string) => void;
  error: string | undefined;
  /** Dots, for a fund password; a code is shown as it is typed. */
  mask?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** Six boxes, each named for those who listen. */
export function SixDigits(props: SixDigitsProps) {
  const t = useTranslations('login');
  return (
    <OtpField
      {...props}
      digitLabel={(index, length) => t('digit', { index: String(index), length: String(length) })}
    />
  );
}
