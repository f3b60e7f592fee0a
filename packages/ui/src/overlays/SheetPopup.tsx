import { Drawer } from '@base-ui/react/drawer';
import { Icon } from '../marks/Icon.tsx';
import type { SheetProps } from './overlay-props.ts';

/** The part of a sheet that is fetched when it is first needed. */
export function SheetPopup(props: SheetProps) {
  const { open, onOpenChange, title, titleHidden = false, closeLabel, footer, children } = props;
  const { dismissible = true } = props;
  return (
    <Drawer.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(isOpen, details) => {
        if (!isOpen && !dismissible) details.cancel();
        else onOpenChange(isOpen);
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop forceRender className="fl-scrim" />
        <Drawer.Viewport className="fl-sheet-view">
          <Drawer.Popup className="fl-sheet">
            <div className="fl-sheet-grab" />
            <div className="fl-sheet-head">
              <Drawer.Title className={titleHidden ? 'fl-sr' : undefined}>{title}</Drawer.Title>
              {titleHidden && <span />}
              <Drawer.Close className="fl-iconbtn" aria-label={closeLabel} disabled={!dismissible}>
                <Icon name="close" />
              </Drawer.Close>
            </div>
            <Drawer.Content className="fl-sheet-body">{children}</Drawer.Content>
            {footer && <div className="fl-sheet-foot">{footer}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
