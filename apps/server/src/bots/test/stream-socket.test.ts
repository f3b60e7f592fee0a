/** Which socket is read, by what is under way and what waits for its reader. The WebSocket is a list of what was sent. */
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { BEHIND_BYTES_MAX, CALLS_UNDER_WAY_MAX } from '../binance/limits.ts';
import { StreamSocket } from '../binance/streams/stream-socket.ts';

class PlainSocket {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  corks = 0;
  #waiting: { readonly size: number; readonly flushed: (() => void) | undefined }[] = [];

  once(): void {}
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  cork(): void {
    this.corks += 1;
  }
  uncork(): void {
    this.corks -= 1;
  }
  send(text: string, flushed?: () => void): void {
    this.bufferedAmount += text.length;
    this.#waiting.push({ size: text.length, flushed });
  }
  /** Its reader reads all, or so many messages. */
  flush(count = this.#waiting.length): void {
    for (const { size, flushed } of this.#waiting.splice(0, count)) {
      this.bufferedAmount -= size;
      flushed?.();
    }
  }
}

function opened() {
  const plain = new PlainSocket();
  const socket = plain as unknown as WebSocket;
  return {
    plain,
    stream: new StreamSocket({
      ...{ socket, stream: plain, ip: '10.0.0.1', nowMs: 0, limitFactor: 1, isApi: true },
    }),
  };
}

test('with too many calls under way it is not read until one is answered', () => {
  const { plain, stream } = opened();
  for (let count = 1; count < CALLS_UNDER_WAY_MAX; count += 1) stream.begin();
  expect(plain.isPaused).toBe(false);
  stream.begin();
  expect(plain.isPaused).toBe(true);
  // What came with the same packet is served all the same.
  stream.begin();
  stream.answer('{}');
  plain.flush();
  expect(plain.isPaused).toBe(true);
  stream.answer('{}');
  plain.flush();
  expect(plain.isPaused).toBe(false);
});

test('who does not read answers is not read either', () => {
  const { plain, stream } = opened();
  stream.begin();
  stream.answer('x'.repeat(BEHIND_BYTES_MAX + 1));
  expect(plain.isPaused).toBe(false);
  stream.begin();
  expect(plain.isPaused).toBe(true);
  stream.answer('{}');
  expect(plain.isPaused).toBe(true);
  plain.flush();
  expect(plain.isPaused).toBe(false);
});

test('what keeps it from being read may also be what it is told of after the last answer', () => {
  const { plain, stream } = opened();
  const event = 'x'.repeat(BEHIND_BYTES_MAX + 1);
  stream.send(event);
  stream.begin();
  expect(plain.isPaused).toBe(true);
  stream.answer('{}');
  stream.send(event);
  plain.flush(2);
  expect(plain.isPaused).toBe(true);
  plain.flush();
  expect(plain.isPaused).toBe(false);
});

test('what is answered in one turn goes out together, right after it', async () => {
  const { plain, stream } = opened();
  for (const text of ['1', '2', '3']) {
    stream.begin();
    stream.answer(text);
    expect(plain.corks).toBe(1);
  }
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(plain.corks).toBe(0);
});
