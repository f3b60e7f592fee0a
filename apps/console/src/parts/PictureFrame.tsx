import { Button, ErrorState, IconButton, Skeleton } from '@fairlead/ui';
import { type PointerEvent, useRef, useState } from 'react';
import { queueTexts } from '../queue/texts.ts';
import { useShortcuts } from './shortcuts.ts';
import { sharedTexts } from './texts.ts';
import { usePicture } from './use-picture.ts';

const t = queueTexts.pictures;
const ZOOM_MAX = 6;
const ZOOM_STEP = 1.5;
const QUARTER = 90;

export interface PictureFrameProps {
  fileId: number;
  /** What it shows: "Front of the document". */
  label: string;
  /** Waits for a tap: for pictures that are not always needed, because each look is counted. */
  isAsked?: boolean;
}

/** A user's picture with zoom, turn and enlarge. */
export function PictureFrame({ fileId, label, isAsked = false }: PictureFrameProps) {
  const [attempt, setAttempt] = useState(isAsked ? 0 : 1);
  const [isLarge, setLarge] = useState(false);
  const picture = usePicture(attempt === 0 ? undefined : fileId, attempt);
  const shrink = () => setLarge(false);
  useShortcuts({ Escape: shrink }, isLarge);
  useShortcuts({ p: () => setAttempt(1) }, attempt === 0);
  return (
    <figure className="con-picture" data-large={isLarge || undefined}>
      <figcaption>{label}</figcaption>
      {attempt === 0 && (
        <div className="con-picture-stage">
          <Button size={36} icon="eye" onClick={() => setAttempt(1)}>
            {t.show}
          </Button>
          <span className="text-12">{t.showHint}</span>
        </div>
      )}
      {attempt > 0 && picture.state === 'loading' && (
        <div className="con-picture-stage" role="status" aria-label={t.loading}>
          <Skeleton height="100%" />
        </div>
      )}
      {picture.state === 'failed' && (
        <ErrorState framed onRetry={() => setAttempt(attempt + 1)} retryLabel={sharedTexts.retry}>
          {picture.text}
        </ErrorState>
      )}
      {picture.state === 'shown' && (
        <Stage
          url={picture.url}
          label={label}
          isLarge={isLarge}
          onEnlarge={() => setLarge(!isLarge)}
        />
      )}
    </figure>
  );
}

interface View {
  readonly zoom: number;
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}
const PLAIN: View = { zoom: 1, turn: 0, x: 0, y: 0 };

interface StageProps {
  url: string;
  label: string;
  isLarge: boolean;
  onEnlarge: () => void;
}

function Stage({ url, label, isLarge, onEnlarge }: StageProps) {
  const [view, setView] = useState(PLAIN);
  const grip = useRef<{ x: number; y: number }>(undefined);
  const zoomBy = (factor: number) =>
    setView((before) => {
      const zoom = Math.min(ZOOM_MAX, Math.max(1, before.zoom * factor));
      return zoom === 1 ? { ...before, zoom, x: 0, y: 0 } : { ...before, zoom };
    });
  const onPointerMove = (event: PointerEvent) => {
    const from = grip.current;
    if (from === undefined || view.zoom === 1) return;
    grip.current = { x: event.clientX, y: event.clientY };
    setView((before) => ({
      ...before,
      x: before.x + event.clientX - from.x,
      y: before.y + event.clientY - from.y,
    }));
  };
  const release = () => {
    grip.current = undefined;
  };
  const style = {
    transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg) scale(${view.zoom})`,
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same by keyboard */}
      <div
        className="con-picture-stage"
        data-zoomed={view.zoom > 1 || undefined}
        onPointerDown={(event) => {
          grip.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
        onDoubleClick={() => (view.zoom > 1 ? setView({ ...PLAIN, turn: view.turn }) : zoomBy(3))}
      >
        <img src={url} alt={label} draggable={false} style={style} />
      </div>
      <div className="con-picture-tools">
        <IconButton
          icon="minus"
          iconSize={16}
          label={t.zoomOut}
          disabled={view.zoom === 1}
          onClick={() => zoomBy(1 / ZOOM_STEP)}
        />
        <IconButton
          icon="plus"
          iconSize={16}
          label={t.zoomIn}
          disabled={view.zoom === ZOOM_MAX}
          onClick={() => zoomBy(ZOOM_STEP)}
        />
        <IconButton
          icon="retry"
          iconSize={16}
          label={t.rotate}
          onClick={() => setView({ ...view, turn: view.turn + QUARTER })}
        />
        <IconButton
          icon={isLarge ? 'close' : 'external'}
          iconSize={16}
          label={isLarge ? t.shrink : t.enlarge}
          aria-pressed={isLarge}
          onClick={onEnlarge}
        />
      </div>
    </>
  );
}
