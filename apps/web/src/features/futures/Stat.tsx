import type { ReactNode } from 'react';

const ALIGN = { left: '', center: 'text-center', right: 'text-right' } as const;

export interface StatProps {
  label: ReactNode;
  align?: keyof typeof ALIGN;
  children: ReactNode;
}

/** A figure under its name. */
export function Stat({ label, align = 'left', children }: StatProps) {
  return (
    <div className={`min-w-0 ${ALIGN[align]}`}>
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="font-medium whitespace-nowrap">{children}</dd>
    </div>
  );
}
