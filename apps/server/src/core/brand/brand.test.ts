/** A brand's folder: what is wrong with it is one line that names the file and the field; what it may say is on a list. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { CATALOGUES } from '../texts/texts.ts';
import { BUILT_IN_BRAND, readBrand } from './brand.ts';
import { drawIcons } from './icons.ts';
import { BRAND_TEXTS, brandSpeaker, textProblem } from './texts.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const SAMPLE = path.join(root, 'deploy/brand-sample');

let place: string;
let folder: string;
beforeAll(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'fairlead-brand-'));
  folder = path.join(place, 'brand');
});
afterAll(() => rmSync(place, { recursive: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(SAMPLE, folder, { recursive: true });
});

const put = (file: string, content: string | Buffer) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
};
const GIVEN = JSON.parse(readFileSync(path.join(SAMPLE, 'brand.json'), 'utf8'));
const change = (fields: object) => put('brand.json', JSON.stringify({ ...GIVEN, ...fields }));
/** What a start with the folder says. */
function refusal(): string {
  try {
    loadConfig({ BRAND: folder });
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('it was taken');
}

test('our own brand and the sample are read', () => {
  expect(readBrand(BUILT_IN_BRAND)).toMatchObject({
    name: 'Fairlead',
    code: 'Fairlead',
    texts: {},
  });
  expect(readBrand(folder)).toMatchObject({
    name: 'Harbourlight',
    shortName: 'Harbour',
    code: 'Harbour',
    legalName: 'Harbourlight Markets Ltd',
    pictures: {},
  });
});

test('it stands for settings that are not given, and behind those that are', () => {
  const real = {
    BRAND: folder,
    FEED: 'live:kraken',
    SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
    SMTP_URL: 'smtps://a:b@mail.example',
  };
  expect(loadConfig(real)).toMatchObject({
    companyName: 'Harbourlight Markets Ltd',
    customerUrl: 'https://help.harbourlight.example/',
    mail: { from: 'Harbourlight <no-reply@harbourlight.example>' },
  });
  const own = {
    COMPANY_NAME: 'Us',
    CUSTOMER_URL: 'https://us.example/',
    MAIL_FROM: 'us@us.example',
  };
  expect(loadConfig({ ...real, ...own })).toMatchObject({
    companyName: 'Us',
    customerUrl: 'https://us.example/',
    mail: { from: 'us@us.example' },
  });
});

describe('brand.json', () => {
  test.each([
    ['a field that is missing', { name: undefined }, 'name: is missing'],
    ['a number for a name', { name: 7 }, 'name: is not a text'],
    ['a short name', { name: 'H' }, 'name: has fewer than 2 characters'],
    ['a long name', { name: 'H'.repeat(41) }, 'name: has more than 40 characters'],
    ['code for a name', { name: '<b>H</b>' }, 'name: has blanks at an end, signs of code'],
    ['a name that turns what follows', { name: 'Har\u202ebour' }, 'characters that nobody sees'],
    ['a name on two lines', { name: 'Har\nbour' }, 'characters that nobody sees'],
    ['a long short name', { short_name: 'Harbourlight.' }, 'short_name: has more than 12'],
    ['a colour by name', { accent: 'teal' }, 'accent: is not a colour'],
    [
      'a colour nobody sees on white',
      { accent: '#f0b90b' },
      "accent: #f0b90b on the light theme's bg",
    ],
    [
      'a colour nobody sees on black',
      { accent: '#123a8a' },
      "accent: #123a8a on the dark theme's bg",
    ],
    [
      'a colour nothing can be read on',
      { accent: '#777777' },
      'accent: neither #ffffff nor #0b0e14',
    ],
    [
      'help without encryption',
      { support_url: 'http://x.example/' },
      'support_url: does not begin',
    ],
    ['code for help', { support_url: 'javascript:x()' }, 'support_url: does not begin'],
    ['a sender without an address', { mail_from: 'us' }, 'mail_from: is not an e-mail address'],
    ['a second header', { mail_from: 'a@b.example\nBcc: c@d.example' }, 'mail_from: is not an'],
    [
      'a field that there is not',
      { css: '.fl-strip{display:none}' },
      'css: is no field of a brand',
    ],
    ['a hidden banner', { demo_banner: false }, 'demo_banner: is no field of a brand'],
  ])('%s', (_name, fields, why) => {
    change(fields);
    expect(refusal()).toMatch(/^BRAND: brand\.json, .*$/);
    expect(refusal()).toContain(why);
  });

  test.each([
    ['no JSON', '{"name": ', /^BRAND: brand\.json is not JSON: .*$/],
    ['a list', '[]', /^BRAND: brand\.json, not an object$/],
    ['another encoding', Buffer.from([0x7b, 0xff]), /^BRAND: brand\.json is not UTF-8$/],
  ])('%s', (_name, content, why) => {
    put('brand.json', content);
    expect(refusal()).toMatch(why);
  });
});

describe('the folder', () => {
  test.each([
    ['nowhere', () => rmSync(folder, { recursive: true }), /^BRAND: ".*\/brand" is not a folder$/],
    ['without brand.json', () => rmSync(path.join(folder, 'brand.json')), /brand\.json is not in/],
    ['without a mark', () => rmSync(path.join(folder, 'logo.svg')), /logo\.svg is not in/],
    ['without an icon', () => rmSync(path.join(folder, 'icon.svg')), /icon\.svg is not in/],
    ['styles of its own', () => put('brand.css', ''), /brand\.css is no file of a brand/],
    ['scripts', () => put('texts/en.js', ''), /texts\/en\.js is no file of a brand/],
    [
      'a language that there is not',
      () => put('texts/it.json', '{}'),
      /texts\/it\.json: "it" is no/,
    ],
    [
      'a language by another name',
      () => put('texts/jp.json', '{}'),
      /"jp" is no language of the app/,
    ],
    [
      'a mark that runs',
      () => put('logo.svg', '<svg onload="x()"/>'),
      /logo\.svg has the script onload/,
    ],
    ['a foreign icon', () => put('icon.svg', '<svg><image/></svg>'), /icon\.svg has /],
    [
      'a dark mark that runs',
      () => put('logo-dark.svg', '<svg><script/></svg>'),
      /logo-dark\.svg has /,
    ],
    [
      'a large mark',
      () => put('logo.svg', ' '.repeat(12_001)),
      /logo\.svg has 12001 bytes, more than 12000/,
    ],
    [
      'a picture of another size',
      () => put('icon-180.png', readFileSync(path.join(BUILT_IN_BRAND, 'icon-192.png'))),
      /icon-180\.png is not a PNG of 180 by 180 pixels/,
    ],
    [
      'a picture of another kind',
      () => put('screens/home.jpg', 'GIF89a'),
      /screens\/home\.jpg is not a JPEG of 780 by 1688/,
    ],
  ])('%s', (_name, spoil, why) => {
    spoil();
    expect(refusal()).toMatch(/^BRAND: /);
    expect(refusal()).toMatch(why);
  });

  test('that nobody may enter says so', () => {
    // Root may enter anything; a loop of links nobody.
    symlinkSync('en.json', path.join(folder, 'texts/ko.json'));
    rmSync(path.join(folder, 'texts/en.json'));
    symlinkSync('ko.json', path.join(folder, 'texts/en.json'));
    expect(refusal()).toMatch(/^BRAND: .*\/texts\/en\.json cannot be read: ELOOP$/);
  });

  test('may be a tree of links, as orchestrators mount it', () => {
    const mounted = path.join(place, 'mounted');
    mkdirSync(path.join(mounted, '..2027'), { recursive: true });
    cpSync(folder, path.join(mounted, '..2027'), { recursive: true });
    symlinkSync('..2027', path.join(mounted, '..data'));
    for (const name of ['brand.json', 'logo.svg', 'logo-dark.svg', 'icon.svg', 'texts'])
      symlinkSync(`..data/${name}`, path.join(mounted, name));
    expect(readBrand(mounted)).toEqual(readBrand(folder));
  });

  test('what an editor or a desktop leaves there is passed over', () => {
    put('.DS_Store', 'x');
    put('texts/.en.json.swp', 'x');
    expect(readBrand(folder).name).toBe('Harbourlight');
  });
});

describe('texts', () => {
  const say = (key: string, value: unknown) => {
    put('texts/en.json', JSON.stringify({ [key]: value }));
    return refusal();
  };

  test.each([
    [
      'a key that there is not',
      'home.slogan',
      'x',
      'is no text of a brand; they are description, home.promise',
    ],
    ['the demo banner', 'common.demo.simulated', ' ', 'no brand says it in another way'],
    ['the banner of real prices', 'common.demo.live', 'Live', 'no brand says it in another way'],
    ['the banner of paper trading', 'common.sandbox', 'Trading', 'no brand says it in another way'],
    ['a loss of the books', 'common.loss', 'All is well', 'no brand says it in another way'],
    ['a legal disclosure', 'legal.risk', 'No risk', 'no brand says it in another way'],
    ['who operates this', 'settings.noOperator', 'A bank', 'no brand says it in another way'],
    ['what a refusal says', 'errors.insufficient_balance', 'x', 'no brand says it in another way'],
    ['what an inviter costs', 'poster.ratio', 'x', 'no brand says it in another way'],
    ['a number', 'home.promise', 7, 'is not a text'],
    ['nothing', 'home.promise', '  ', 'is not a text'],
    ['too much', 'home.promise', 'x'.repeat(81), 'is longer than 80 characters'],
    ['code', 'home.promise', '<b>x</b>', 'has "<" or ">"'],
    ['a value where there is none', 'home.promise', 'Hi {name}', 'takes no values'],
    ['what nobody sees', 'home.promise', 'x\u200by', 'characters that nobody sees'],
    ['two lines of a subject', 'mail.code_subject', 'a\nb', 'has more than one line'],
    ['a mail without its code', 'mail.code_body', 'Hello {scene}', 'lacks {code}'],
    [
      'a value of another text',
      'mail.code_body',
      '{code} {link}',
      'cannot be said; it may use {product} {code}',
    ],
    ['a sentence that does not end', 'mail.code_body', '{code', 'cannot be said'],
    ['an invitation of nobody', 'poster.invites', 'Come', 'lacks {name}'],
  ])('%s', (_name, key, value, why) => {
    expect(say(key, value)).toMatch(/^BRAND: texts\/en\.json: ".*$/);
    expect(say(key, value)).toContain(why);
  });

  test('nothing that the server or the app tells of itself, of money or of a demo is a brand’s', () => {
    const keysOf = (messages: object, prefix = ''): string[] =>
      Object.entries(messages).flatMap(([name, value]) =>
        typeof value === 'string'
          ? [`${prefix}${name}`]
          : keysOf(value as object, `${prefix}${name}.`),
      );
    const file = path.join(root, 'apps/web/src/i18n/en/core.json');
    const app = keysOf(JSON.parse(readFileSync(file, 'utf8')));
    const all = [...keysOf(CATALOGUES.en), ...app];
    const allowed = all.filter((key) => Object.hasOwn(BRAND_TEXTS, key));
    expect(allowed.sort()).toEqual(
      Object.keys(BRAND_TEXTS)
        .filter((key) => key !== 'description')
        .sort(),
    );
    for (const key of all.filter((each) => !allowed.includes(each)))
      expect([key, textProblem('en', key, 'Other words')]).toEqual([key, expect.any(String)]);
    expect(app).toContain('common.demo.simulated');
  });

  test('are said in the brand’s words where it has some, else in ours under its name', () => {
    const brand = readBrand(folder);
    const code = { code: '314159', minutes: 10, scene: 'x' };
    expect(brandSpeaker(brand, 'en')('mail.code_subject', code)).toBe(
      'Harbourlight: your code is 314159',
    );
    expect(brandSpeaker(brand, 'th')('poster.title')).toBe('มาเจอกันที่ Harbourlight');
    expect(brandSpeaker(brand, 'esp')('poster.title')).toContain('Harbourlight');
    expect(brandSpeaker(readBrand(BUILT_IN_BRAND), 'en')('poster.title')).toBe(
      'Join me on Fairlead',
    );
  });

  test('that are not an object are refused', () => {
    put('texts/th.json', '["x"]');
    expect(refusal()).toBe('BRAND: texts/th.json is not an object');
  });
});

describe('icons', () => {
  test('are drawn where the folder has none, in their sizes; what it has stays as it is', async () => {
    const own = readFileSync(path.join(BUILT_IN_BRAND, 'icon-192.png'));
    put('icon-192.png', own);
    const icons = await drawIcons(readBrand(folder));
    expect(icons.get('icon-192.png')).toEqual(own);
    for (const [name, side] of [
      ['icon-180.png', 180],
      ['icon-512.png', 512],
      ['icon-maskable-512.png', 512],
      ['icon-monochrome-512.png', 512],
    ] as const) {
      const { data, info } = await sharp(icons.get(name))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([name, info.width, info.height]).toEqual([name, side, side]);
      const corner = data.subarray(0, 4);
      const isFilled = name.includes('maskable') || name.includes('180');
      expect([name, corner[3]]).toEqual([name, isFilled ? 255 : 0]);
    }
    // The launcher gives it a colour: white, and nothing else.
    const { data } = await sharp(icons.get('icon-monochrome-512.png'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const seen = Array.from({ length: data.length / 4 }, (_, at) =>
      data.subarray(at * 4, at * 4 + 4),
    ).filter((pixel) => pixel[3] === 255);
    expect(seen.length).toBeGreaterThan(1_000);
    expect(seen.every((pixel) => pixel[0] === 255 && pixel[1] === 255 && pixel[2] === 255)).toBe(
      true,
    );
  });

  test.each(['icon.svg', 'logo.svg', 'logo-dark.svg'])(
    '%s that no browser would show is refused',
    async (file) => {
      // Well-formed for whoever counts tags, not for XML.
      const text = readFileSync(path.join(folder, file), 'utf8');
      put(file, text.replace('<path ', '<path fill="#000000" fill="#ffffff" '));
      await expect(drawIcons(readBrand(folder))).rejects.toThrow(
        new RegExp(`^BRAND: ${file} cannot be drawn: [^\\n]*redefined$`),
      );
    },
  );

  test.each([
    [
      'a dark mark in the dark theme',
      () => rmSync(path.join(folder, 'logo-dark.svg')),
      /^BRAND: logo-dark\.svg: most of the mark has a contrast below 3 to the dark theme's #0b0e14$/,
    ],
    [
      'a white mark in the light one',
      () => put('logo.svg', readFileSync(path.join(folder, 'logo-dark.svg'))),
      /^BRAND: logo\.svg: most .* light theme's #ffffff$/,
    ],
    [
      'a mark of nothing',
      () => put('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'),
      /^BRAND: logo\.svg: most /,
    ],
  ])('%s cannot be seen, and is refused', async (_name, spoil, why) => {
    spoil();
    await expect(drawIcons(readBrand(folder))).rejects.toThrow(why);
  });

  test.each([
    ['of its own size', 'width="9000" height="9000" '],
    ['of no size', 'width="0" '],
    ['of all there is', 'width="100%" height="100%" '],
  ])('an icon %s is drawn like any other', async (_name, size) => {
    const text = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
    put('icon.svg', text.replace('<svg ', `<svg ${size}`));
    const { width, height } = await sharp(
      (await drawIcons(readBrand(folder))).get('icon-192.png'),
    ).metadata();
    expect([width, height]).toEqual([192, 192]);
  });

  test('an icon without a ground stands on white', async () => {
    put('icon.svg', readFileSync(path.join(folder, 'logo.svg')));
    const icons = await drawIcons(readBrand(folder));
    const { data } = await sharp(icons.get('icon-maskable-512.png'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });
});
