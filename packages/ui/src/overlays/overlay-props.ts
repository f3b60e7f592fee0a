import type { ReactNode } from 'react';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Keeps the title for those who listen only. */
  titleHidden?: boolean;
  /** Names the cross at the right of the title. */
  closeLabel: string;
  /** Stays in view under what scrolls: the button that does it. */
  footer?: ReactNode;
  /** False while a request runs: then neither back, Esc, swipe nor a tap outside closes it. */
  dismissible?: boolean;
  children: ReactNode;
}

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Buttons of 44, side by side, the way out first. */
  actions: ReactNode;
  /** True where the answer matters: announced at once, and a tap outside does not close it. */
  alert?: boolean;
  /** False while a request runs. */
  dismissible?: boolean;
  children?: ReactNode;
}
