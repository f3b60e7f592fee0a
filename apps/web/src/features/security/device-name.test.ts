import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE} Safari/604.1`,
    'Safari, iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROMIUM} Mobile Safari/537.36`, 'Chrome, Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/141.0`,
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox, Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Safari/605.1.15`, 'Safari, Mac'],
  ['node', 'node'],
  ['curl/8.10', 'curl/8.10'],
  ['', ''],
])('%j is %s', (device, name) => {
  expect(deviceName(device)).toBe(name);
});
