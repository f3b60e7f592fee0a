import { useState } from 'react';
import { IconButton } from '../actions/Button.tsx';
import { Field, type FieldProps } from './Field.tsx';

export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'trailing'> {
  showLabel: string;
  hideLabel: string;
}

/** A password with an eye that shows it. Give `autoComplete` current-password or new-password. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={isShown ? hideLabel : showLabel}
          className="text-muted"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
