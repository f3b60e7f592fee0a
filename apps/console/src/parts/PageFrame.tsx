import type { ReactNode } from 'react';

export interface PageFrameProps {
  title: string;
  /** One line under the title: how much, how old. */
  sub?: ReactNode;
  /** Buttons of 44 at the right of the title. */
  actions?: ReactNode;
  /** The open record, at the right; over the page on a phone. See `Panel`. */
  panel?: ReactNode;
  /** Under everything: what keys do here. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A page: title, what it is about, its list, and beside it the open record. */
export function PageFrame({ title, sub, actions, panel, foot, children }: PageFrameProps) {
  return (
    <>
      <main className="con-main">
        <div className="con-title">
          <div className="min-w-0">
            <h1>{title}</h1>
            {sub && <p>{sub}</p>}
          </div>
          {actions && <div className="con-actions">{actions}</div>}
        </div>
        {children}
        {foot && <div className="con-foot">{foot}</div>}
      </main>
      {panel}
    </>
  );
}
