/** International bank account numbers (ISO 13616), without blanks and in capitals. */

/** Country, two check digits, 11 to 30 more. Account numbers of countries without IBAN look otherwise. */
export const looksLikeIban = (text: string): boolean => /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(text);

/** Whether the number is 1 modulo 97 once its first four characters stand last and letters are 10 to 35. */
export function isSoundIban(text: string): boolean {
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
