import { describe, expect, test } from 'vitest';
import { initialUpdate, reduceUpdate, type UpdateEvent, type UpdateState } from './update-model.ts';

const found: UpdateEvent = { kind: 'found' };
const controlled: UpdateEvent = { kind: 'controlled' };
const asked: UpdateEvent = { kind: 'asked', isBusy: false };
const askedBusy: UpdateEvent = { kind: 'asked', isBusy: true };
const settled: UpdateEvent = { kind: 'settled' };

const after = (...events: readonly UpdateEvent[]): UpdateState =>
  events.reduce(reduceUpdate, initialUpdate);

describe('an update', () => {
  test('is offered and does nothing until it is tapped', () => {
    expect(after(found)).toEqual({ phase: 'ready', isInControl: false });
    expect(after(found, settled, found)).toEqual({ phase: 'ready', isInControl: false });
  });

  test('is let in by a tap, and the page reloads when it is in control', () => {
    expect(after(found, asked)).toEqual({ phase: 'applying' });
    expect(after(found, asked, controlled)).toEqual({ phase: 'reloading' });
  });

  test('waits for a call that changes something', () => {
    expect(after(found, askedBusy)).toEqual({ phase: 'held', isInControl: false });
    expect(after(found, askedBusy, settled)).toEqual({ phase: 'applying' });
  });

  test('that another tab let in is offered here and needs a reload only', () => {
    expect(after(controlled)).toEqual({ phase: 'ready', isInControl: true });
    expect(after(found, controlled, asked)).toEqual({ phase: 'reloading' });
    expect(after(found, askedBusy, controlled)).toEqual({ phase: 'held', isInControl: true });
    expect(after(found, askedBusy, controlled, settled)).toEqual({ phase: 'reloading' });
  });

  test('that comes after one in control has to be let in itself', () => {
    expect(after(controlled, found, asked)).toEqual({ phase: 'applying' });
  });

  test('cannot be asked for where there is none, nor twice', () => {
    expect(after(asked)).toEqual({ phase: 'current' });
    expect(after(found, asked, asked)).toEqual({ phase: 'applying' });
    expect(after(found, asked, controlled, controlled)).toEqual({ phase: 'reloading' });
  });
});
