/** A brand's SVG is a drawing: nothing that runs, nothing from elsewhere, and nothing that hides either. */
import { describe, expect, test } from 'vitest';
import { svgProblem } from './svg.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inside: string, root = `${NS} viewBox="0 0 32 32"`) => `<svg ${root}>${inside}</svg>`;

describe('taken', () => {
  test.each([
    ['shapes', svg('<path d="M0 0h32v32z" fill="#fff"/>')],
    [
      'a head and comments',
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ours -->${svg('<g/>')}\n`,
    ],
    [
      'a gradient of its own',
      svg('<linearGradient id="a"/><rect fill="url(#a)" width="3" height="3"/>'),
    ],
    ['a part used twice', svg('<circle id="c" r="3"/><use href="#c" x="5"/>')],
    ['plain styles', svg(`<path style='fill:#fff;stroke:url(#a)' d="M0 0"/>`)],
    ['a size of its own', svg('<g/>', `${NS} viewBox="0 0 1 1" width="512" height="512px"`)],
    ['an offset box', svg('<g/>', `${NS} viewBox="-4,-4 40 40"`)],
  ])('%s', (_name, text) => {
    expect(svgProblem(text)).toBeUndefined();
  });
});

describe('refused', () => {
  test.each([
    ['nothing', '', 'is not an SVG'],
    ['a page', '<html></html>', 'is not one <svg>'],
    ['two drawings', svg('<g/>') + svg('<g/>'), 'is not one <svg>'],
    ['an end that is missing', svg('<g>'), 'not well-formed'],
    ['words before', `hello ${svg('<g/>')}`, 'has text outside'],
    ['a script', svg('<script>alert(1)</script>'), 'has <script>'],
    ['a script that hides in a case', svg('<SCRIPT/>'), 'has <SCRIPT>'],
    ['a page inside', svg('<foreignObject/>'), 'has <foreignObject>'],
    ['a picture', svg('<image href="x.png"/>'), 'has <image>'],
    ['a link', svg('<a href="#x"/>'), 'has <a>'],
    ['a change over time', svg('<set attributeName="href" to="x"/>'), 'has <set>'],
    ['styles', svg('<style>@import url(x)</style>'), 'has <style>'],
    ['letters, whose font nobody knows', svg('<text>x</text>'), 'has <text>'],
    ['a handler', svg('<g onclick="x()"/>'), 'has the script onclick'],
    ['a handler of the drawing', svg('<g/>', `${NS} viewBox="0 0 1 1" onload="x()"`), 'onload'],
    ['a part of another file', svg('<use href="other.svg#a"/>'), 'refers to "other.svg#a"'],
    [
      'a part of another file, by the old name',
      svg('<use xlink:href="//evil.example/a"/>'),
      'refers to',
    ],
    ['code in an address', svg('<use href="javascript:x()"/>'), 'refers to'],
    [
      'a foreign fill',
      svg('<path fill="url(https://evil.example/a)" d=""/>'),
      'refers to something else',
    ],
    [
      'a foreign fill that is spelled',
      svg('<path fill="u\\72l(x)" d=""/>'),
      'refers to something else',
    ],
    [
      'a foreign fill in a style',
      svg('<path style="fill:url( x )" d=""/>'),
      'refers to something else',
    ],
    ['data', svg('<path fill="data:x" d=""/>'), 'refers to something else'],
    ['an entity', svg('<path fill="&#117;rl(x)" d=""/>'), 'has an entity'],
    ['entities of its own', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`, 'not well-formed'],
    ['an entity in words', svg('<title>&x;</title>'), 'has an entity'],
    ['raw data', svg('<![CDATA[<script/>]]>'), 'not well-formed'],
    ['an instruction', svg('<?xml-stylesheet href="x"?>'), 'not well-formed'],
    [
      'another namespace',
      svg('<g/>', `xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"`),
      'namespace',
    ],
    ['an attribute of another namespace', svg('<g ev:event="x"/>'), 'has the attribute ev:event'],
    ['no namespace', svg('<g/>', 'viewBox="0 0 1 1"'), 'has no xmlns'],
    ['no box', svg('<g/>', NS), 'has no viewBox'],
    ['an empty box', svg('<g/>', `${NS} viewBox="0 0 0 0"`), 'has no viewBox'],
    ['a vast one', svg('<g/>', `${NS} viewBox="0 0 1e6 1e6"`), 'has a viewBox wider than 10000'],
    ['a vast size', svg('<g/>', `${NS} viewBox="0 0 1 1" width="99999"`), 'has a width that is no'],
    ['a size in inches', svg('<g/>', `${NS} viewBox="0 0 1 1" height="90in"`), 'has a height that'],
    ['a wide one', svg('<g/>', `${NS} viewBox="0 0 120 32"`), 'is not square: 120 by 32'],
  ])('%s', (_name, text, why) => {
    expect(svgProblem(text)).toContain(why);
  });
});

test('a long hostile text is refused like a short one', () => {
  expect(svgProblem(`<svg ${'a="b" '.repeat(20_000)}`)).toContain('not well-formed');
  expect(svgProblem(`<!--${'-'.repeat(60_000)}`)).toContain('not well-formed');
  expect(svgProblem(svg('<g>'.repeat(10_000)))).toContain('not well-formed');
});
