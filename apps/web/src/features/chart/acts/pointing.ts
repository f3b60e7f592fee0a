/**
 * Pointing at prices of the chart: a line that can be moved is dragged by its label, with a mouse by all of it; a price
 * is asked for by holding a finger still, or by the other button. The chart library gets nothing of a drag.
 */
import { haptic } from '@fairlead/ui';

export interface PointingAt {
  readonly width: number;
  readonly height: number;
  /** Undefined where no price is. */
  readonly priceAt: (y: number) => string | undefined;
  /** The line under a place, if it can be moved. */
  readonly lineAt: (x: number, y: number, by: 'mouse' | 'touch') => string | undefined;
}

export interface PointingEvents {
  /** Undefined while nothing may be pointed at. */
  readonly place: () => PointingAt | undefined;
  /** A line on its way; without a price it goes back to where it was. */
  readonly onMoving: (line: string, price: string | undefined) => void;
  readonly onMoved: (line: string, price: string) => void;
  readonly onHeld: (price: string) => void;
}

/** As long as the chart library waits before it takes a finger for one that holds. */
const HOLD_MS = 500;
/** A finger that holds is never quite still. */
const STILL_PX = 8;
/** Less than this is a click on a line, no drag of it. */
const DRAG_PX = 3;

interface Press {
  readonly pointer: number;
  readonly from: { readonly x: number; readonly y: number };
  readonly line: string | undefined;
  readonly isHeld: boolean;
  readonly isMoved: boolean;
}

export class Pointing {
  readonly #element: HTMLElement;
  readonly #events: PointingEvents;
  readonly #stop = new AbortController();
  #press: Press | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, events: PointingEvents) {
    this.#element = element;
    this.#events = events;
    const { signal } = this.#stop;
    const early = { capture: true, signal } as const;
    element.addEventListener('pointerdown', this.#down, early);
    element.addEventListener('pointermove', this.#move, early);
    element.addEventListener('pointerup', this.#up, early);
    element.addEventListener('pointercancel', this.#cancel, early);
    element.addEventListener('contextmenu', this.#menu, early);
    // What browsers send after the pointer's own events is what the library listens to, and what scrolls the page.
    for (const name of ['mousedown', 'touchstart', 'touchmove'] as const)
      element.addEventListener(name, this.#swallow, { ...early, passive: false });
    document.addEventListener('keydown', this.#key, { signal });
  }

  stop(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  #placeOf({ clientX, clientY }: MouseEvent) {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  readonly #down = (event: PointerEvent): void => {
    const at = this.#events.place();
    // A second finger zooms.
    if (at === undefined || !event.isPrimary || event.button !== 0) {
      this.#cancel();
      return;
    }
    const from = this.#placeOf(event);
    if (from.x > at.width || from.y > at.height) return;
    const by = event.pointerType === 'mouse' ? 'mouse' : 'touch';
    const line = at.lineAt(from.x, from.y, by);
    this.#press = { pointer: event.pointerId, from, line, isHeld: false, isMoved: false };
    if (line !== undefined) this.#element.setPointerCapture(event.pointerId);
    else if (by === 'touch') this.#timer = setTimeout(this.#hold, HOLD_MS);
  };

  readonly #hold = (): void => {
    if (this.#press === undefined) return;
    this.#press = { ...this.#press, isHeld: true };
    haptic();
  };

  readonly #move = (event: PointerEvent): void => {
    const press = this.#press;
    if (press === undefined) {
      this.#hover(event);
      return;
    }
    const to = this.#placeOf(event);
    const far = Math.hypot(to.x - press.from.x, to.y - press.from.y);
    if (press.line === undefined) {
      if (far > STILL_PX) this.#cancel();
      return;
    }
    if (far > DRAG_PX) this.#press = { ...press, isMoved: true };
    const price = this.#events.place()?.priceAt(to.y);
    if (this.#press?.isMoved && price !== undefined) this.#events.onMoving(press.line, price);
  };

  /** A line that can be moved says so. */
  #hover(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    const { x, y } = this.#placeOf(event);
    const isLine = this.#events.place()?.lineAt(x, y, 'mouse') !== undefined;
    this.#element.toggleAttribute('data-grip', isLine);
  }

  readonly #up = (event: PointerEvent): void => {
    const press = this.#press;
    const price = this.#events.place()?.priceAt(this.#placeOf(event).y);
    this.#cancel();
    if (press === undefined || price === undefined) return;
    if (press.line !== undefined && press.isMoved) this.#events.onMoved(press.line, price);
    else if (press.line === undefined && press.isHeld) this.#events.onHeld(price);
  };

  readonly #cancel = (): void => {
    clearTimeout(this.#timer);
    const line = this.#press?.line;
    this.#press = undefined;
    if (line !== undefined) this.#events.onMoving(line, undefined);
  };

  readonly #menu = (event: MouseEvent): void => {
    const at = this.#events.place();
    if (at === undefined) return;
    event.preventDefault();
    const { x, y } = this.#placeOf(event);
    // A held finger is told of when it lets go.
    const isTouch = 'pointerType' in event && event.pointerType === 'touch';
    const price = isTouch || x > at.width || y > at.height ? undefined : at.priceAt(y);
    if (price !== undefined) this.#events.onHeld(price);
  };

  readonly #swallow = (event: Event): void => {
    if (this.#press?.line === undefined) return;
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.#press?.line !== undefined) this.#cancel();
  };
}
