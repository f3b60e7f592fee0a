import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { DialogProps } from './overlay-props.ts';

/** The part of a dialog that is fetched when it is first needed. */
export function DialogPopup(props: DialogProps) {
  const { open, onOpenChange, title, actions, alert = false, dismissible = true, children } = props;
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={alert || !dismissible}
      onOpenChange={(isOpen, details) => {
        if (!isOpen && !dismissible) details.cancel();
        else onOpenChange(isOpen);
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className="fl-scrim fl-dialog-scrim" />
        <BaseDialog.Viewport className="fl-dialog-view">
          <BaseDialog.Popup className="fl-dialog" {...(alert ? { role: 'alertdialog' } : {})}>
            <BaseDialog.Title>{title}</BaseDialog.Title>
            {children && (
              <BaseDialog.Description render={<div />} className="mt-2 text-secondary">
                {children}
              </BaseDialog.Description>
            )}
            <div className="fl-dialog-actions">{actions}</div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
