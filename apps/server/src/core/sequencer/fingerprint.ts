/** A digest of what a request asks for, so that a repeated key can be told from a reused one. */
import { hash } from 'node:crypto';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** The digest of a route and a body, whatever the order of the body's names; base64url, 43 characters. */
export function fingerprint(route: string, body: JsonValue): string {
  return hash('sha256', `${route}\n${canonical(body)}`, 'base64url');
}

/** JSON with names in code unit order and absent members left out. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member as JsonValue)}`);
  return `{${members.join(',')}}`;
}
