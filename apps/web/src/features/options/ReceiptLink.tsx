import { Icon } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { href } from '../../app/navigation.ts';

export interface ReceiptLinkProps {
  id: number;
  className?: string;
  children: ReactNode;
}

/** To the receipt that anybody can check. */
export function ReceiptLink({ id, className = '', children }: ReceiptLinkProps) {
  return (
    <a
      className={`inline-flex items-center font-medium text-brand ${className}`}
      href={href('pages/settlement/receipt', { id })}
    >
      {children}
      <Icon name="chevronRight" size={16} />
    </a>
  );
}
