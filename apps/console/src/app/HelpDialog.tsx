import type { OperatorRole } from '@fairlead/contract';
import { Button, Dialog } from '@fairlead/ui';
import { sharedTexts } from '../parts/texts.ts';
import { maySee, pages } from './routes.ts';
import { shellTexts as t } from './texts.ts';

export interface HelpDialogProps {
  role: OperatorRole;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All keys, of this role's pages too. */
export function HelpDialog({ role, open, onOpenChange }: HelpDialogProps) {
  const jumps = pages.flatMap((entry) =>
    entry.key !== undefined && maySee(entry, role)
      ? [[`G ${entry.key.toUpperCase()}`, t.pages[entry.path] ?? entry.path] as const]
      : [],
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.shortcuts}
      actions={
        <Button size={44} onClick={() => onOpenChange(false)}>
          {sharedTexts.close}
        </Button>
      }
    >
      <dl className="con-keys">
        {[...t.keys, ...jumps].map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
