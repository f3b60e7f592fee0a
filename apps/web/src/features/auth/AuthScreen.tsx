import { LogoMark } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { Screen } from '../../app/Screen.tsx';
import { LanguageButton } from './LanguageButton.tsx';

export interface AuthScreenProps {
  title: string;
  /** A sentence under the title. */
  lead?: ReactNode;
  /** Without it the title begins at once, which leaves a long form more room. */
  hasLogo?: boolean;
  /** At the bottom of the page. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The frame of the login flow: language at the right, logo, title, form, a quiet foot. */
export function AuthScreen({ title, lead, hasLogo = false, foot, children }: AuthScreenProps) {
  return (
    <Screen
      title={null}
      right={<LanguageButton />}
      className="gutter flex min-h-[calc(100dvh-96px)] flex-col pb-2"
    >
      {hasLogo && (
        <div className="pt-4 pb-4">
          <LogoMark size={56} />
        </div>
      )}
      <h1 className={`text-28 font-strong text-balance ${hasLogo ? '' : 'pt-2'}`}>{title}</h1>
      {lead !== undefined && <p className="mt-1 text-secondary">{lead}</p>}
      <div className="mt-6">{children}</div>
      {foot !== undefined && <div className="mt-auto pt-6 text-center">{foot}</div>}
    </Screen>
  );
}
