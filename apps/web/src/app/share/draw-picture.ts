/** Draws the picture on a canvas of the browser: nothing of it is sent anywhere. Colours are those of the theme that is shown. */
import { isRightToLeft } from '@fairlead/ui';
import { encode } from 'uqr';
import { headLines, type Picture, type Proof } from './share-model.ts';

const WIDTH = 1080;
const EDGE = 72;
const ROW = 62;
const QR = 264;
const MONO = 'ui-monospace, Menlo, Consolas, monospace';

export interface PictureWords {
  readonly receipt: string;
  readonly head: string;
  readonly check: string;
  readonly noReceipt: string;
}

interface Look {
  readonly font: string;
  readonly colour: (name: string) => string;
}

function lookOf(): Look {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { font: style.getPropertyValue('--font').trim() || 'sans-serif', colour };
}

interface Line {
  /** From where lines start. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight?: number;
  readonly colour: string;
  readonly family: string;
  /** Smaller where it is wider than this. */
  readonly width: number;
  readonly align?: CanvasTextAlign;
}

/** A line steps down in size until it fits, and is never cut. */
function write(context: CanvasRenderingContext2D, text: string, line: Line): void {
  const { x, y, size, weight = 400, colour, family, width, align = 'start' } = line;
  const fontOf = (pixels: number) => `${weight} ${pixels}px ${family}`;
  context.font = fontOf(size);
  const wide = context.measureText(text).width;
  if (wide > width) context.font = fontOf(Math.floor((size * width) / wide));
  context.fillStyle = colour;
  context.direction = isRightToLeft() ? 'rtl' : 'ltr';
  context.textAlign = align;
  context.fillText(text, isRightToLeft() ? WIDTH - x : x, y);
}

/** What stands under the line, of a receipt and where there is none. */
const footOf = ({ proof }: Pick<Picture, 'proof'>): number => (proof === undefined ? 48 : QR);

const heightOf = (picture: Pick<Picture, 'facts' | 'proof'>): number =>
  560 + picture.facts.length * ROW + footOf(picture) + EDGE;

/** Undefined where the browser draws nothing. */
export function drawPicture(picture: Picture, words: PictureWords): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = heightOf(picture);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const look = lookOf();
  context.textBaseline = 'alphabetic';
  context.fillStyle = look.colour('bg');
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawHead(context, picture, look);
  drawFacts(context, picture, look);
  const top = canvas.height - footOf(picture) - EDGE;
  context.fillStyle = look.colour('hairline-strong');
  context.fillRect(EDGE, top - 40, WIDTH - 2 * EDGE, 2);
  if (picture.proof === undefined)
    write(context, words.noReceipt, {
      ...{ x: EDGE, y: top + 40, size: 32, width: WIDTH - 2 * EDGE },
      ...{ colour: look.colour('muted'), family: look.font },
    });
  else drawProof(context, { proof: picture.proof, words, look, top });
  return canvas;
}

function drawHead(context: CanvasRenderingContext2D, picture: Picture, look: Look): void {
  const { brand, symbol, what, whatTone, headline, headlineTone } = picture;
  const plain = look.colour('text');
  const toned = (tone: typeof whatTone) => (tone === undefined ? plain : look.colour(tone));
  const line = { x: EDGE, width: WIDTH - 2 * EDGE, family: look.font };
  write(context, brand, { ...line, y: 110, size: 36, colour: look.colour('muted') });
  write(context, symbol, { ...line, y: 210, size: 64, weight: 600, colour: plain });
  write(context, what, { ...line, y: 270, size: 40, weight: 500, colour: toned(whatTone) });
  write(context, headline, {
    ...{ ...line, y: 420, size: 120, weight: 600 },
    colour: toned(headlineTone),
  });
}

function drawFacts(context: CanvasRenderingContext2D, { facts }: Picture, look: Look): void {
  for (const [index, { label, value }] of facts.entries()) {
    const line = {
      y: 500 + index * ROW,
      size: 34,
      width: WIDTH / 2 - EDGE - 12,
      family: look.font,
    };
    write(context, label, { ...line, x: EDGE, colour: look.colour('muted') });
    write(context, value, {
      ...{ ...line, x: WIDTH - EDGE, weight: 500, align: 'end' },
      colour: look.colour('text'),
    });
  }
}

interface ProofPlace {
  readonly proof: Proof;
  readonly words: PictureWords;
  readonly look: Look;
  readonly top: number;
}

function drawProof(
  context: CanvasRenderingContext2D,
  { proof, words, look, top }: ProofPlace,
): void {
  drawQr(context, proof.link, { look, top });
  const x = EDGE + QR + 36;
  const line = { x, width: WIDTH - EDGE - x, family: look.font };
  const [plain, muted] = [look.colour('text'), look.colour('muted')];
  write(context, words.receipt, { ...line, y: top + 34, size: 38, weight: 600, colour: plain });
  write(context, words.head, { ...line, y: top + 82, size: 26, colour: muted });
  for (const [index, text] of headLines(proof.head).entries())
    write(context, text, {
      ...line,
      y: top + 120 + index * 36,
      size: 30,
      colour: plain,
      family: MONO,
    });
  write(context, words.check, { ...line, y: top + 262, size: 26, colour: muted });
}

/** Dark on white in both themes. */
function drawQr(
  context: CanvasRenderingContext2D,
  link: string,
  { look, top }: Pick<ProofPlace, 'look' | 'top'>,
): void {
  const { data, size } = encode(link, { ecc: 'M', border: 2 });
  context.fillStyle = look.colour('qr-paper') || '#fff';
  const left = isRightToLeft() ? WIDTH - EDGE - QR : EDGE;
  context.fillRect(left, top, QR, QR);
  context.fillStyle = look.colour('qr-ink');
  const dot = QR / size;
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark)
        context.fillRect(
          Math.floor(left + x * dot),
          Math.floor(top + y * dot),
          Math.ceil(dot),
          Math.ceil(dot),
        );
}
