import { toast } from '@fairlead/ui';
import { encode } from 'uqr';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../../data/save-file.ts';

/** Pixels of one dark square; large enough for print. */
const SQUARE = 12;

/** Dark on white, whatever the theme: a picture leaves the app. */
async function pictureOf(text: string): Promise<Blob> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const canvas = document.createElement('canvas');
  canvas.width = size * SQUARE;
  canvas.height = size * SQUARE;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser does not draw');
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = style.getPropertyValue('--qr-paper');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = style.getPropertyValue('--qr-ink');
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(x * SQUARE, y * SQUARE, SQUARE, SQUARE);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob))),
  );
}

/** Saves the code of a text as a PNG and says how it went. */
export function useSaveQr(): (text: string, name: string) => Promise<void> {
  const t = useTranslations('deposit');
  return async (text, name) => {
    try {
      saveFile(`${name}.png`, await pictureOf(text));
      toast({ kind: 'good', text: t('saved') });
    } catch {
      toast({ kind: 'bad', text: t('saveFailed') });
    }
  };
}
