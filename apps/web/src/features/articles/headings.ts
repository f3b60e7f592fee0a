/** The headings of an article, in order, as plain text; pure. */
const HEADING = /^##[ \t]+(\S.*)$/gm;

export const headingsOf = (body: string): readonly string[] =>
  [...body.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(HEADING)].map(([, text = '']) =>
    text
      .trimEnd()
      .replace(/(?<!#)#+$/, '')
      .trimEnd()
      .replaceAll(/[*_`]/g, ''),
  );
