/** The headings of an article, in order, as plain text; pure. */
const HEADING = /^##\s+(.+?)#*\s*$/gm;

export const headingsOf = (body: string): readonly string[] =>
  [...body.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(HEADING)].map(([, text = '']) =>
    text.replaceAll(/[*_`]/g, ''),
  );
