/**
 * No regular expression of ours takes more than linear time. Goal: no text that anybody sends, an
 * article, a name, a header, can hang a page or the server. Method: every literal and every `new RegExp` of constant
 * text in the sources, found by the build's own parser, checked by recheck, which finds the attack or proves that
 * there is none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const IS_SOURCE = /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/;
const IS_TEST = /\.test\.tsx?$|\/test\//;

interface Found {
  readonly source: string;
  readonly flags: string;
  readonly places: readonly string[];
}

function sourceFiles(): string[] {
  return ['packages', 'apps']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder)).flatMap((name) => {
        const src = `${folder}/${name}/src`;
        return readdirSync(path.join(root, src), { recursive: true, encoding: 'utf8' }).map(
          (file) => `${src}/${file.replaceAll('\\', '/')}`,
        );
      }),
    )
    .filter((file) => IS_SOURCE.test(file) && !IS_TEST.test(file))
    .sort();
}

/** Of the syntax tree, what is looked at here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: Node;
  readonly name?: unknown;
  readonly arguments?: readonly Node[];
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

/** A constant text; undefined for anything else. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  const [only, another] = node?.type === 'TemplateLiteral' ? (node.quasis ?? []) : [];
  return another === undefined ? only?.value.cooked : undefined;
}

/** Source and flags of a literal, or of a call of RegExp with constant text; undefined for anything else. */
function expressionOf(node: Node): readonly [source: string, flags: string] | undefined {
  if (node.regex !== undefined) return [node.regex.pattern, node.regex.flags];
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || node.callee?.name !== 'RegExp') return undefined;
  const source = textOf(node.arguments?.[0]);
  return source === undefined ? undefined : [source, textOf(node.arguments?.[1]) ?? ''];
}

function* nodesIn(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return;
  if (Array.isArray(tree)) for (const each of tree) yield* nodesIn(each);
  else {
    if ('type' in tree) yield tree as Node;
    for (const each of Object.values(tree)) yield* nodesIn(each);
  }
}

function expressions(): Found[] {
  const found = new Map<string, { source: string; flags: string; places: string[] }>();
  for (const file of sourceFiles()) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const { program, errors } = parseSync(file, text);
    expect(errors, file).toEqual([]);
    for (const node of nodesIn(program)) {
      const expression = expressionOf(node);
      if (expression === undefined) continue;
      const [source, flags] = expression;
      const line = text.slice(0, node.start).split('\n').length;
      const known = found.get(`${source} ${flags}`) ?? { source, flags, places: [] };
      known.places.push(`${file}:${line}`);
      found.set(`${source} ${flags}`, known);
    }
  }
  return [...found.values()];
}

/** What recheck knows of the syntax: flags that change nothing in what is matched are left out. */
const checkedFlags = (flags: string): string => flags.replaceAll(/[dgv]/g, '');

/**
 * Characters read are counted, no time is taken: a busy machine finds the same as an idle one. A linear expression reads
 * an attack of 30,000 characters a hundred times at most, a quadratic one beyond all limits.
 */
const BY_COUNT = {
  attackLimit: 30_000_000,
  maxAttackStringSize: 30_000,
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

const verdictOf = ({ source, flags }: Found) => checkSync(source, checkedFlags(flags), BY_COUNT);

test('Q19: a regular expression of ours is linear, each of them', () => {
  const all = expressions();
  expect(all.length).toBeGreaterThan(200);
  const bad = all.flatMap((each) => {
    const verdict = verdictOf(each);
    if (verdict.status === 'safe') return [];
    const what = 'complexity' in verdict ? verdict.complexity?.summary : verdict.status;
    return [`${each.places.join(', ')}: /${each.source}/${each.flags} is ${what}`];
  });
  expect(bad).toEqual([]);
}, 600_000);

test('Q19: no expression is put together at run time but of bounded parts', () => {
  const made = sourceFiles().filter((file) => {
    const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'));
    return [...nodesIn(program)].some(
      (node) =>
        (node.type === 'NewExpression' || node.type === 'CallExpression') &&
        node.callee?.name === 'RegExp' &&
        expressionOf(node) === undefined,
    );
  });
  expect(made).toEqual([
    // Phrases of its own, one of which is looked for at each place.
    'apps/server/src/core/store/small-answer.ts',
    // Channels: each part has a length, and so has the whole.
    'packages/contract/src/wire/realtime.ts',
  ]);
}, 600_000);

test('Q19: the check finds what is not', () => {
  for (const source of ['^(a+)+$', '\\s+$', '\\[([^\\]]+)\\]\\(([^()]+)\\)'])
    expect(verdictOf({ source, flags: '', places: [] }).status, source).toBe('vulnerable');
});
