import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A phone's, until it is measured. */
const WIDTH_DEFAULT = 390;
/** Narrower than any phone; a frame that is being laid out may be anything. */
const WIDTH_MIN = 240;

/** The width of an element in whole pixels, followed as it changes. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(WIDTH_DEFAULT);
  useLayoutEffect(() => {
    const place = element.current;
    if (place === null) return undefined;
    const measure = () => {
      const { clientWidth } = place;
      setWidth(clientWidth === 0 ? WIDTH_DEFAULT : Math.max(WIDTH_MIN, Math.round(clientWidth)));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
