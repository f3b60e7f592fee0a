/** A mail of what happened: a line for each, with its time by the reader's clocks, its amounts and where it stands in the app. */
import {
  LANGUAGE_TAGS,
  type Language,
  messageLink,
  plainTag,
  textDirectionOf,
} from '@fairlead/contract';
import type { Say } from '../../core/texts/texts.ts';
import { sayMessage } from '../message-texts.ts';
import type { MailedItem } from './queries.ts';

/** What the outbox keeps of one. */
export interface EventsContent {
  readonly about: 'events';
  readonly timing: 'at_once' | 'digest';
  /** In the order in which it happened; without any where all of it is only counted. */
  readonly items: readonly MailedItem[];
  /** Beyond those that have a line: those after the hundredth, and fills of a minute that had too many to be told one by one. */
  readonly more: number;
  /** IANA name. */
  readonly timeZone: string;
  /** When it was put together. */
  readonly atMs: number;
  /** The page that ends such mails, and what ends them without a page (RFC 8058). */
  readonly endPage: string;
  readonly endPost: string;
}

export interface LetterMarks {
  /** By which its reader knows that it is ours. */
  readonly word: string | undefined;
  /** The head of the chain of receipts. */
  readonly head: string | undefined;
}

interface LetterNeeds extends LetterMarks {
  readonly say: Say;
  readonly lang: Language;
  readonly publicUrl: string;
}

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const SETTINGS = 'pages/settings/notifications';

export function eventsLetter(content: EventsContent, needs: LetterNeeds): Letter {
  const { say, lang, publicUrl } = needs;
  const { timing, items, more, timeZone, atMs, endPost } = content;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const day = { day: 'numeric', month: 'short', timeZone } as const;
  const timeOf = new Intl.DateTimeFormat(LANGUAGE_TAGS[lang], { ...day, ...clock });
  const dateOf = new Intl.DateTimeFormat(LANGUAGE_TAGS[lang], { ...day, year: 'numeric' });
  const lines = items.map(({ kind, params, happenedAtMs }) => ({
    time: timeOf.format(happenedAtMs),
    ...sayMessage(kind, params, say),
    link: `${publicUrl}/#/${messageLink(kind, params)}`,
  }));
  const count = items.length + more;
  const [first] = lines;
  const title =
    timing === 'digest'
      ? say('mail.digest_title', { date: dateOf.format(atMs) })
      : count === 1 && first !== undefined
        ? first.title
        : say('mail.events_title', { count });
  const parts: LetterParts = {
    title,
    lines,
    more: more === 0 ? undefined : say('mail.events_more', { count: more }),
    times: say('mail.times', { zone: timeZone }),
    settings: `${publicUrl}/#/${SETTINGS}`,
    endPage: content.endPage,
  };
  return {
    subject: say('mail.notice_subject', { title }),
    text: plain(parts, needs),
    html: marked(parts, needs),
    headers: {
      'List-Unsubscribe': `<${endPost}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // No answering machine answers it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
  };
}

interface LetterParts {
  readonly title: string;
  readonly lines: readonly {
    readonly time: string;
    readonly title: string;
    readonly body: string;
    readonly link: string;
  }[];
  readonly more: string | undefined;
  readonly times: string;
  readonly settings: string;
  readonly endPage: string;
}

function plain(parts: LetterParts, { say, word, head }: LetterNeeds): string {
  const { title, lines, more, times, settings, endPage } = parts;
  const paragraphs = [
    ...(word === undefined ? [] : [say('mail.word', { word })]),
    title,
    ...lines.map((line) => `${line.time}  ${line.title}\n${line.body}\n${line.link}`),
    ...(more === undefined ? [] : [more]),
    times,
    `${say('mail.events_why')}\n${say('mail.events_settings')}: ${settings}\n${say('mail.events_end')}: ${endPage}`,
    ...(head === undefined ? [] : [head]),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string => text.replace(/[&<>"]/g, (each) => ESCAPES[each] ?? each);
const linked = (href: string, text: string): string =>
  `<a href="${escaped(href)}">${escaped(text)}</a>`;

/** No picture, no script and nothing from elsewhere: opening it tells nobody anything. Colours are the reader's own. */
function marked(parts: LetterParts, { say, lang, word, head }: LetterNeeds): string {
  const { title, lines, more, times, settings, endPage } = parts;
  const cell = 'style="padding:6px 0;padding-inline-end:12px;vertical-align:top;text-align:start"';
  const headCells = (['events_time', 'events_what', 'events_detail'] as const)
    .map((key) => `<th scope="col" ${cell}>${escaped(say(`mail.${key}`))}</th>`)
    .join('');
  const rows = lines
    .map((line) => {
      const time = `<td ${cell}>${escaped(line.time)}</td>`;
      const what = `<td ${cell}>${linked(line.link, line.title)}</td>`;
      return `<tr>${time}${what}<td ${cell}>${escaped(line.body)}</td></tr>`;
    })
    .join('\n');
  const paragraph = (inner: string): string => `<p>${inner}</p>`;
  const end = [
    linked(settings, say('mail.events_settings')),
    linked(endPage, say('mail.events_end')),
  ];
  return [
    `<!doctype html><html lang="${plainTag(lang)}" dir="${textDirectionOf(plainTag(lang))}"><head><meta charset="utf-8">`,
    `<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>`,
    '<body style="font-family:sans-serif;line-height:1.5;max-width:720px">',
    ...(word === undefined ? [] : [paragraph(escaped(say('mail.word', { word })))]),
    `<h1 style="font-size:20px">${escaped(title)}</h1>`,
    `<table style="border-collapse:collapse"><thead><tr>${headCells}</tr></thead><tbody>`,
    rows,
    '</tbody></table>',
    ...(more === undefined ? [] : [paragraph(escaped(more))]),
    paragraph(`<small>${escaped(times)}</small>`),
    paragraph(`<small>${escaped(say('mail.events_why'))}<br>${end.join(' · ')}</small>`),
    ...(head === undefined ? [] : [paragraph(`<small>${escaped(head)}</small>`)]),
    '</body></html>\n',
  ].join('\n');
}
