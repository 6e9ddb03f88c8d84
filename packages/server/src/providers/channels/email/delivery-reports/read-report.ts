import PostalMime, { type Attachment } from 'postal-mime';
import { causeOf, isOfSender, type Refusal } from '../refusal.ts';

/** A report about one address. `messageId`: of the reported message, if present. */
export type Report = {
  /** `failure`: the message was refused for its sender, which says nothing about the address. */
  readonly kind: 'bounce' | 'failure' | 'complaint';
  readonly address: string;
  /** For a bounce: whether the address itself is permanently unreachable. */
  readonly permanent: boolean;
  readonly messageId?: string;
};

/** The headers of a message, or of a block that is written like them, by lower-case name; of a repeated header only the first. */
type Headers = ReadonlyMap<string, string>;
/** `messageId`: of the reported message, if present. */
type About = Pick<Report, 'messageId'>;

/**
 * Only the beginning of a message is parsed: the parser needs tens of microseconds for each line, and what reports comes before the returned
 * message, of which the headers are enough.
 */
const max = { bytes: 250_000, lines: 3_000 } as const;

/** The parts that report, by the parameter `report-type`. */
const reporting = {
  'delivery-status': { type: /^message\/(?:global-)?delivery-status$/, read: bouncesIn },
  'feedback-report': { type: /^message\/feedback-report$/, read: complaintIn },
} as const;

/**
 * Parses a report about a message: a delivery failure (RFC 3464) or a spam complaint (RFC 5965). Empty: it is neither, or reports only a
 * delay.
 */
export async function readReport(raw: Buffer): Promise<Report[]> {
  const mail = await parse(raw.toString('utf8', 0, max.bytes).split('\n', max.lines).join('\n'));
  const [, kind] =
    /^multipart\/report\s*;(?:.*;)?\s*report-type\s*=\s*"?([\w-]+)/is.exec(mail?.headers.get('content-type') ?? '') ??
    [];
  const reports = Object.entries(reporting).find(([name]) => name === kind?.toLowerCase())?.[1];
  if (!mail || !reports) return [];
  const about = await messageIdIn(mail.attachments);
  const found = mail.attachments.filter(({ mimeType }) => reports.type.test(mimeType));
  return (await Promise.all(found.map((part) => reports.read(textOf(part), about)))).flat();
}

/** Null: the message exceeds the parser's limits. A returned message stays an attachment. */
async function parse(raw: string): Promise<{ headers: Headers; attachments: Attachment[] } | null> {
  const options = { forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
  const mail = await PostalMime.parse(raw, options).catch(() => null);
  // Of entries with one key, a map keeps the last.
  return mail && { ...mail, headers: new Map(mail.headers.toReversed().map(({ key, value }) => [key, value])) };
}

const textOf = ({ content }: Attachment): string => (typeof content === 'string' ? content.trim() : '');

/** The Message-ID of the returned message. The report contains the whole message or its headers. */
async function messageIdIn(parts: readonly Attachment[]): Promise<About> {
  const returned = parts.filter(({ mimeType }) =>
    /^(?:message\/rfc822|text\/rfc822-headers|message\/global)/.test(mimeType),
  );
  for (const part of returned) {
    const mail = await parse(textOf(part));
    const id = /<[^<>\s]{1,250}>/.exec(mail?.headers.get('message-id') ?? '')?.[0];
    if (id) return { messageId: id };
  }
  return {};
}

async function bouncesIn(text: string, about: About): Promise<Report[]> {
  // The first block describes the message, each other block one recipient.
  const blocks = await Promise.all(text.split(/\r?\n[ \t]*\r?\n/).map((block) => parse(block)));
  return blocks.flatMap((block): Report[] => {
    const headers = block?.headers ?? new Map<string, string>();
    const address = addressIn(headers.get('original-recipient')) ?? addressIn(headers.get('final-recipient'));
    if (!address || headers.get('action')?.toLowerCase().split(/\s/)[0] !== 'failed') return [];
    const status = dsnStatus(headers);
    const kind = isOfSender(causeOf(refusalIn(headers, status))) ? 'failure' : 'bounce';
    return [{ kind, address, permanent: kind === 'bounce' && isPermanent(status), ...about }];
  });
}

async function complaintIn(text: string, about: About): Promise<Report[]> {
  const { headers } = (await parse(text)) ?? { headers: new Map<string, string>() };
  const address = addressIn(headers.get('original-rcpt-to')) ?? addressIn(headers.get('removal-recipient'));
  // `not-spam` withdraws a complaint; other types report fraud, viruses and the like.
  const isComplaint = /^(?:abuse|opt-out)/i.test(headers.get('feedback-type') ?? '');
  return address && isComplaint ? [{ kind: 'complaint', address, permanent: true, ...about }] : [];
}

/** The address in a value such as `rfc822; <ana@cliente.example>`. */
function addressIn(value: string | undefined): string | undefined {
  return /(?:^|[;\s<])([^\s<>;@"]{1,64}@[^\s<>;@"]{1,255})>?\s*(?:\(.*\))?$/.exec(value ?? '')?.[1];
}

/** The enhanced code (RFC 3463). If `Status` is missing or vague, it is read from the remote server's text in `Diagnostic-Code`. */
function dsnStatus(block: Headers): string {
  const status = /^\s*([245]\.\d{1,3}\.\d{1,3})/.exec(block.get('status') ?? '')?.[1] ?? '';
  const enhancedCode = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(block.get('diagnostic-code') ?? '')?.[1];
  const isVague = status === '' || status.endsWith('.0.0');
  return isVague && enhancedCode ? enhancedCode : status;
}

/** The refusal that a report repeats: its code and the words of the remote server. */
function refusalIn(block: Headers, status: string): Refusal {
  const diagnostic = block.get('diagnostic-code') ?? '';
  return { code: Number(/\b[45]\d\d\b/.exec(diagnostic)?.[0] ?? 0), text: `${status} ${diagnostic}` };
}

/**
 * Whether the address itself is unreachable. Class 5 only means that this message will not arrive. A full mailbox (x.2.2), a message too
 * large (x.2.3, x.3.4), the system (x.3), the contents (x.6) and a policy (x.7), such as a block of our server, do not concern the
 * address.
 */
const isPermanent = (status: string): boolean => status.startsWith('5.') && !/^5\.(?:2\.[23]|[367]\.)/.test(status);
