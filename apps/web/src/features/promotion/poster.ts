/** The server's poster as a picture that any phone keeps and any app takes. */

/** Pixels for each of the drawing's: sharp on every screen, and in print. */
const SHARPNESS = 3;

/** Draws an SVG with a width and a height of its own as a PNG of three times its size; rejects where it cannot. */
export async function drawPoster(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth * SHARPNESS;
    canvas.height = picture.naturalHeight * SHARPNESS;
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('this browser does not draw');
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await pngOf(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)),
      'image/png',
    ),
  );

/** Whether the system takes this picture to pass it on. */
export const canShareFile = (file: File): boolean =>
  typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }) === true;
