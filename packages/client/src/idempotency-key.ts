const KEY_BYTES = 16;

/**
 * A new idempotency key: 32 hexadecimal digits, 128 random bits. Make it before the first attempt and keep it
 * until an answer came. Works on plain http too, where `crypto.randomUUID` is missing.
 */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
