import { Badge, type BadgeKind } from '@fairlead/ui';
import { termTexts } from './texts.ts';

const KINDS: Readonly<Record<string, BadgeKind>> = {
  open: 'good',
  halted: 'wait',
  closed: 'plain',
};
const NAMES: Readonly<Record<string, string>> = termTexts.states;

/** Whether a market trades. A state this console does not know is shown by its name. */
export const marketStateBadge = (state: string) => (
  <Badge kind={KINDS[state] ?? 'plain'} {...(state === 'halted' && { icon: 'warn' as const })}>
    {NAMES[state] ?? state}
  </Badge>
);
