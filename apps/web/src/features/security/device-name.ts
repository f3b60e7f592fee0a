/** A device as a person would name it, from the words with which its browser introduces itself; pure. */

/** In this order: most browsers also claim to be an older one. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (list: typeof BROWSERS, text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** "Chrome, Android"; what is no browser's introduction stays as it is. */
export function deviceName(device: string): string {
  const names = [nameIn(BROWSERS, device), nameIn(SYSTEMS, device)].filter(Boolean);
  return names.length === 0 ? device : names.join(', ');
}
