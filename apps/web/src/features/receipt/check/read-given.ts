/** What a reader pastes, opens or types, as far as it can be told without checking it. */

/** A number of a receipt, as an address or a person writes it. */
export function readId(text: string | null): number | undefined {
  const digits = text?.trim().replace(/^#/, '') ?? '';
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}

/** Some ten thousand receipts; more are the command's work, not a phone's. */
export const GIVEN_MB_MAX = 20;

export type Given =
  | { readonly values: readonly unknown[] }
  | { readonly problem: 'empty' | 'notJson' | 'tooLarge' | 'noReceipt' };

/** One receipt, a list of them, or an answer of the server that holds either. */
export function readGiven(text: string): Given {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  if (trimmed.length > GIVEN_MB_MAX * 1_000_000) return { problem: 'tooLarge' };
  try {
    const values = listOf(JSON.parse(trimmed));
    return values.length === 0 ? { problem: 'noReceipt' } : { values };
  } catch {
    return { problem: 'notJson' };
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  // The server's envelope, and the list that its answers hold.
  if ('message' in value && typeof value.message === 'object') return listOf(value.message);
  if ('list' in value && Array.isArray(value.list)) return value.list;
  return [value];
}
