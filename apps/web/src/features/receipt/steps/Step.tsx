import type { ReactNode } from 'react';

export interface StepProps {
  number: number;
  title: string;
  children: ReactNode;
}

/** A numbered step of the proof. */
export function Step({ number, title, children }: StepProps) {
  return (
    <section className="gutter pt-5">
      <h2 className="mb-1 flex items-center gap-2 font-strong">
        <span
          className="grid size-5 flex-none place-items-center rounded-full border-2 border-brand text-12 text-brand"
          aria-hidden="true"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
