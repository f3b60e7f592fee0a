/** What may be written, and how people are called. */
import { CHAT_TEXT_MAX, ProblemError } from '@fairlead/contract';
import type { Say } from '../core/texts/texts.ts';
import type { ChatOperator } from './queries.ts';

/** All but line feed and tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** Turn the direction of what follows, also outside the message; phones copy them along with numbers. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
const DISPLAY_NAME = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .'’-]*$/u;

/** As it is kept: trimmed, with plain line ends. Throws a field error for controls, and for nothing at all. */
export function chatText(text: string | undefined, say: Say): string | undefined {
  if (text === undefined) return undefined;
  const cleaned = text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(DIRECTIONS, '').trim();
  if (CONTROLS.test(cleaned)) throw fieldProblem('text', say('fields.invalid'));
  if (cleaned === '')
    throw fieldProblem('text', say('fields.text_length', { min: 1, max: CHAT_TEXT_MAX }));
  return cleaned;
}

/** A name that users see: letters, digits and what stands between them. */
export function displayName(name: string | undefined, say: Say): string | undefined {
  if (name === undefined) return undefined;
  const cleaned = name.trim().replaceAll(/\s+/g, ' ');
  if (!DISPLAY_NAME.test(cleaned)) throw fieldProblem('name', say('fields.invalid'));
  return cleaned;
}

/** As users see an operator: never a login name. */
export const operatorName = ({ operatorId, displayName: name }: ChatOperator, say: Say): string =>
  name ?? say('chat.support', { number: operatorId });

export const fieldProblem = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });
