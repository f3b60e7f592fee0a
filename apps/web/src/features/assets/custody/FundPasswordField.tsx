import { OtpField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';

export interface FundPasswordFieldProps {
  value: string;
  error: string | undefined;
  disabled?: boolean;
  onValueChange: (value: string) => void;
}

const FUND_PASSWORD_PATH = 'pages/settings/security/changePayPassword';

/** Six dots; never kept, never filled in by the browser. */
export function FundPasswordField(props: FundPasswordFieldProps) {
  const { value, error, disabled = false, onValueChange } = props;
  const t = useTranslations('custody');
  const login = useTranslations('login');
  return (
    <OtpField
      label={t('fundPassword')}
      labelEnd={
        <a className="hit text-12 font-medium text-brand" href={href(FUND_PASSWORD_PATH)}>
          {login('forgotten')}
        </a>
      }
      digitLabel={(index, length) => t('digit', { index: String(index), length: String(length) })}
      mask
      value={value}
      error={error}
      disabled={disabled}
      onValueChange={onValueChange}
    />
  );
}
