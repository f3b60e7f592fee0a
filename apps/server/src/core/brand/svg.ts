/**
 * Whether an SVG of a brand is a drawing and nothing else: no scripts, no styles of its own, nothing from elsewhere, in a
 * small set of elements, and square. It is served from the exchange's own origin, so it is read strictly: what is not known
 * here is refused.
 */

const ELEMENTS = new Set([
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'mask',
  'clipPath',
  'use',
]);
const NAMESPACES: Readonly<Record<string, string>> = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};
const TAG =
  /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;
const TEXT = /[^<]+/y;
const COMMENT = /<!--(?:[^-]|-(?!->))*-->/y;
/** Units across: one becomes a pixel at most where it is drawn. */
const SIDE_MAX = 10_000;
/** How far width and height may differ. */
const SQUARE_TOLERANCE = 0.01;

/** Why it is refused; undefined for a drawing. */
export function svgProblem(text: string): string | undefined {
  const open: string[] = [];
  let hasRoot = false;
  let at = /^\uFEFF?\s*(?:<\?xml [^?<>]*\?>)?/.exec(text)?.[0].length ?? 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at += found[0].length;
    return found;
  };
  while (at < text.length) {
    if (next(COMMENT) !== null) continue;
    const [words] = next(TEXT) ?? [];
    if (words !== undefined) {
      if (words.trim() !== '' && open.length === 0) return 'has text outside of its drawing';
      if (hasOddEntity(words)) return 'has an entity, which could hide a reference';
      continue;
    }
    const tag = next(TAG);
    if (tag === null) return `is not well-formed at "${text.slice(at, at + 30)}"`;
    const [, closing, name = '', attributes = '', isEmpty] = tag;
    if (closing === '/') {
      if (open.pop() !== name) return `is not well-formed at "</${name}>"`;
      continue;
    }
    if (open.length === 0 && (hasRoot || name !== 'svg')) return 'is not one <svg>';
    const problem =
      elementProblem(name, attributes) ?? (hasRoot ? undefined : rootProblem(attributes));
    if (problem !== undefined) return problem;
    hasRoot = true;
    if (isEmpty !== '/') open.push(name);
  }
  if (!hasRoot) return 'is not an SVG';
  return open.length === 0 ? undefined : `is not well-formed: <${open.at(-1)}> does not end`;
}

const hasOddEntity = (text: string): boolean => /&(?!(?:amp|lt|gt|quot|apos);)/.test(text);

const attributesOf = (text: string): [string, string][] =>
  [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
    name,
    double ?? single ?? '',
  ]);

function elementProblem(name: string, attributes: string): string | undefined {
  if (!ELEMENTS.has(name))
    return `has <${name}>: only shapes, gradients, masks and groups are taken`;
  for (const [key, value] of attributesOf(attributes)) {
    const problem = attributeProblem(key, value);
    if (problem !== undefined) return `${problem}, at <${name}>`;
  }
  return undefined;
}

function attributeProblem(name: string, value: string): string | undefined {
  if (/^on/i.test(name)) return `has the script ${name}`;
  if (hasOddEntity(value)) return 'has an entity, which could hide a reference';
  if (name === 'xmlns' || name.startsWith('xmlns:'))
    return NAMESPACES[name] === value ? undefined : `has the unknown namespace ${name}="${value}"`;
  if (/^(xlink:)?href$/.test(name))
    return /^#[\w.-]+$/.test(value)
      ? undefined
      : `refers to "${value.slice(0, 40)}", not to a part of itself`;
  if (name.includes(':') && name !== 'xml:space') return `has the attribute ${name}`;
  // In a value backslashes spell what nobody sees.
  const isPlain = !/[\\@]|:\/\/|(?:java|vb)script:|data:|expression|<!/i.test(value);
  const references = value.match(/url\s*\(/gi)?.length ?? 0;
  const own = value.match(/url\(#[\w.-]+\)/g)?.length ?? 0;
  return isPlain && references === own
    ? undefined
    : `refers to something else: ${name}="${value.slice(0, 40)}"`;
}

function rootProblem(attributes: string): string | undefined {
  const given = new Map(attributesOf(attributes));
  if (given.get('xmlns') !== NAMESPACES['xmlns']) return `has no xmlns="${NAMESPACES['xmlns']}"`;
  const box = (given.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = box;
  if (box.length !== 4 || !box.every(Number.isFinite) || width <= 0 || height <= 0)
    return 'has no viewBox of four numbers';
  if (width > SIDE_MAX) return `has a viewBox wider than ${SIDE_MAX}`;
  for (const name of ['width', 'height'])
    if (!/^(\d{1,4}(\.\d+)?(px)?|100%)?$/.test(given.get(name) ?? ''))
      return `has a ${name} that is no number of pixels up to 9999`;
  return Math.abs(width / height - 1) <= SQUARE_TOLERANCE
    ? undefined
    : `is not square: ${width} by ${height}`;
}
