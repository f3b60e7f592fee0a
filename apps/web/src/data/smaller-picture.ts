/** A camera's picture made as small as its reader needs it, on the device. */

/** Pixels of the longer side: the small print of a document is read at that. */
const SIDE_MAX = 2400;
/** What is no larger goes as it is: screenshots, of which the server knows one that it was given before. */
const BYTES_KEPT = 2 * 1024 * 1024;
/** Of a JPEG; a document at this side comes to about 1 MB. */
const QUALITY = 0.85;

/** Both sides in pixels, the longer one at most `SIDE_MAX`; a smaller picture keeps its own. */
export function drawnSize(width: number, height: number): readonly [width: number, height: number] {
  const longer = Math.max(width, height);
  if (longer <= SIDE_MAX) return [width, height];
  const side = (own: number) => Math.max(1, Math.round((own * SIDE_MAX) / longer));
  return [side(width), side(height)];
}

/**
 * A large picture as a JPEG, upright as its camera meant it, and without what the camera noted of place, time and
 * device (of small ones the server keeps none of it). `url` is the file's. What this browser cannot draw stays as it
 * is: the server judges it.
 */
export async function smallerPicture(file: File, url: string): Promise<File> {
  try {
    const image = new Image();
    image.src = url;
    // Turned as its notes say: that is how browsers show and draw it.
    await image.decode();
    const [width, height] = drawnSize(image.naturalWidth, image.naturalHeight);
    const isSmall = width === image.naturalWidth && file.size <= BYTES_KEPT;
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    if (isSmall || width === 0 || pen === null) return file;
    Object.assign(canvas, { width, height });
    // A JPEG has no transparent ground.
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const drawn = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', QUALITY),
    );
    if (drawn === null) return file;
    return new File([drawn], file.name.replace(/\.\w+$/, '.jpg'), { type: drawn.type });
  } catch {
    return file;
  }
}
