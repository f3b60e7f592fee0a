import { type RefObject, useLayoutEffect } from 'react';

const LEAST_PX = 320;

/**
 * Makes the phone's column exactly as high as what is seen of the screen, so that the field stands on the
 * keyboard: iOS and Chrome on Android shrink the visual viewport only, which no unit of CSS follows.
 */
export function useFullHeight(inside: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const column = inside.current?.closest<HTMLElement>('.fl-phone');
    if (column === null || column === undefined) return undefined;
    const view = window.visualViewport;
    const fit = () => {
      // Zoomed in by fingers, less is seen and nothing should move.
      const seen = view === null ? window.innerHeight : view.height * view.scale;
      column.style.cssText = `display:flex;flex-direction:column;min-height:${LEAST_PX}px;height:${seen}px`;
      // iOS has moved the page to show the field, which is in view now anyway.
      if (view !== null && view.scale === 1 && view.offsetTop > 0) window.scrollTo(0, 0);
    };
    fit();
    view?.addEventListener('resize', fit);
    window.addEventListener('resize', fit);
    return () => {
      view?.removeEventListener('resize', fit);
      window.removeEventListener('resize', fit);
      column.style.cssText = '';
    };
  }, [inside]);
}
