import { afterEach, expect, test, vi } from 'vitest';
import { setSounds, sound } from './sound.ts';

afterEach(() => vi.unstubAllGlobals());

test('nothing sounds until it is wanted', () => {
  const started: number[] = [];
  class Player {
    currentTime = 0;
    destination = {};
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: () => ({ connect: () => undefined }),
      start: (at: number) => started.push(at),
      stop: () => undefined,
    });
    createGain = () => ({
      gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
    });
  }
  vi.stubGlobal('AudioContext', Player);
  sound();
  expect(started).toEqual([]);
  setSounds(true);
  sound();
  expect(started).toEqual([0, 0.09]);
  setSounds(false);
  sound();
  expect(started).toHaveLength(2);
});
