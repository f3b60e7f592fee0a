/** Checks DATA of every success against the contract: no field missing, none too many. */
import { type RouteName, routes } from '@fairlead/contract';

/** Throws when a success is not exactly what the contract declares. */
export function checkData(name: RouteName, envelope: string): void {
  const { type, message } = JSON.parse(envelope) as { type: string; message: unknown };
  if (type !== 'ok') return;
  const parsed = routes[name].response.safeParse(message);
  if (!parsed.success) throw new Error(`${name}: ${JSON.stringify(parsed.error.issues)}`);
  // Schemas of answers drop what they do not know; whatever was dropped should not have left.
  if (JSON.stringify(sorted(parsed.data)) !== JSON.stringify(sorted(message)))
    throw new Error(`${name}: DATA has fields that the contract does not declare`);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
