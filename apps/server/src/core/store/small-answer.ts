/**
 * A first answer as its table and the cache hold it: what every answer says alike is one control character, which JSON text
 * never holds as it is (RFC 8259, section 7). So a text without any is one that was kept whole, and is read alike. An order's
 * answer of 360 characters is kept in a hundred.
 */
import { assert } from '@fairlead/units';

/**
 * Told apart by their place, from U+0001 on: rows outlive programs, so nothing here changes or goes, and what is added comes last.
 * No tab, line feed or carriage return, so that a row can be looked at.
 */
const PHRASES = [
  '{"type":"ok","code":1,"message":{"order":{"id":',
  '{"type":"ok","code":1,"message":{"id":',
  '{"type":"ok","code":1,"message":',
  '{"type":"error","code":0,"error":"',
  ',"symbol":"',
  '","side":"buy","type":"limit","time_in_force":"gtc","price":"',
  '","side":"sell","type":"limit","time_in_force":"gtc","price":"',
  '","side":"buy","type":"',
  undefined,
  undefined,
  '","side":"sell","type":"',
  '","time_in_force":"',
  undefined,
  '","price":"',
  '","quantity":"',
  '","filled_quantity":"0.0',
  '","filled_quantity":"',
  '","filled_amount":"0.000000","fee":"0.000000',
  '","filled_amount":"',
  '","average_price":"',
  '","fee":"',
  '","fee_currency":"',
  '","maker_fee_rate":"',
  '","taker_fee_rate":"',
  '","status":"waiting","created_at":',
  '","status":"completed","created_at":',
  '","status":"cancelled","cancel_reason":"user","created_at":',
  '","cancel_reason":"',
  '","created_at":',
  ',"updated_at":',
  '","amount":"',
] as const;

const CODES: ReadonlyMap<string, string> = new Map(
  PHRASES.flatMap((phrase, at) => (phrase === undefined ? [] : [[phrase, codeOf(at)] as const])),
);
function codeOf(at: number): string {
  return String.fromCharCode(at + 1);
}

const literal = (phrase: string): string => phrase.replaceAll(/[{}]/g, String.raw`\$&`);
/** The longest first: of two that begin alike it says more. */
const ANY_PHRASE = new RegExp(
  [...CODES.keys()]
    .toSorted((left, right) => right.length - left.length)
    .map(literal)
    .join('|'),
  'g',
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what stands for a phrase.
const ANY_CODE = /[\u0001-\u001f]/g;

/** Of JSON text. */
export const smallAnswer = (body: string): string =>
  body.replaceAll(ANY_PHRASE, (phrase) => CODES.get(phrase) ?? phrase);

/** The text again, to the byte; of one that was kept whole, that. */
export const wholeAnswer = (kept: string): string =>
  kept.replaceAll(ANY_CODE, (code) => {
    const phrase = PHRASES[code.charCodeAt(0) - 1];
    assert(phrase !== undefined, 'a first answer is kept in phrases of this program');
    return phrase;
  });
