import { localized, type Localized } from '@retoma/commerce/locale';
import { isRaw } from '../../members/raw.ts';
import type { Report } from '../../members/report.ts';
import { keysOf, type Outline } from '../outline.ts';

/** The formats of each kind of medium that WhatsApp takes, by the ending of the file's name. A document may have any. */
const formats = {
  audio: {
    endings: ['mp3', 'm4a', 'mp4', 'aac', 'amr', 'ogg', 'oga', 'opus'],
    wanted: localized('áudio é mp3, m4a ou ogg (opus).', 'audio is mp3, m4a or ogg (opus).'),
  },
  image: { endings: ['jpg', 'jpeg', 'png'], wanted: localized('imagem é jpg ou png.', 'a picture is jpg or png.') },
  video: { endings: ['mp4', '3gp'], wanted: localized('vídeo é mp4 ou 3gp.', 'a video is mp4 or 3gp.') },
  document: null,
} as const satisfies Record<string, { endings: readonly string[]; wanted: Localized } | null>;

/** Services whose usual addresses open a page about a file. Those that hold the file itself have one of `direct`. */
const pageHosts =
  /(?:^|\.)(?:drive\.google\.com|docs\.google\.com|photos\.google\.com|photos\.app\.goo\.gl|dropbox\.com|onedrive\.live\.com|1drv\.ms|sharepoint\.com|icloud\.com|mega\.nz|mediafire\.com|wetransfer\.com|we\.tl|box\.com|youtube\.com|youtu\.be|vimeo\.com|soundcloud\.com|spotify\.com|instagram\.com|facebook\.com|canva\.com)$/;
const direct = /[?&](?:export=download|dl=1|raw=1|download=1)(?:&|$)/;

const page = localized(
  'o endereço abre uma página, e não o próprio arquivo.',
  'the address opens a page, not the file itself.',
);

/** DEF7: addresses of media that WhatsApp could not fetch or show: a page about the file, or a format that it does not take. */
export function checkMediaFiles({ nodes }: Outline, report: Report): void {
  for (const node of nodes) {
    const { name, data } = node.raw;
    if (node.type !== 'action' || name !== 'send_whatsapp' || !isRaw(data)) continue;
    const { type } = data;
    if (typeof type !== 'string' || !Object.hasOwn(formats, type)) continue;
    const cause = mediaDoubt(type as keyof typeof formats, data[type]);
    if (cause) report.addAt([...keysOf(node), 'data', type], 'MEDIA_FILE', { cause });
  }
}

/** Why WhatsApp would not deliver the file at an address; undefined: nothing in the address says so. */
function mediaDoubt(kind: keyof typeof formats, address: unknown): Localized | undefined {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
  if (!url) return undefined;
  if (pageHosts.test(url.hostname) && !direct.test(url.href)) return page;
  const format = formats[kind];
  const [, ending] = /\.([a-z0-9]{1,5})$/i.exec(url.pathname) ?? [];
  // A page of a server, such as `file.php`, may answer with any file.
  if (!format || !ending || /^(?:php|aspx?|jsp|cgi)$/i.test(ending)) return undefined;
  return (format.endings as readonly string[]).includes(ending.toLowerCase()) ? undefined : format.wanted;
}
