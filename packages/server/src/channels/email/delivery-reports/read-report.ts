import { readHeaders, readMime, type Headers, type MimePart } from './mime-parts.ts';

/** A report about one address. `messageId`: of the reported message, if present. */
export type Report = {
  readonly kind: 'bounce' | 'complaint';
  readonly address: string;
  /** For a bounce: whether the address itself is permanently unreachable. */
  readonly permanent: boolean;
  readonly messageId?: string;
};

/**
 * Parses a report about a message: a delivery failure (RFC 3464) or a spam complaint (RFC 5965). Empty: it is neither, or reports only a
 * delay.
 */
export function readReport(raw: Buffer): Report[] {
  const { type, parameters, parts } = readMime(raw.toString('latin1'));
  if (type !== 'multipart/report') return [];
  const about = messageIdIn(parts);
  switch ((parameters['report-type'] ?? '').toLowerCase()) {
    case 'delivery-status':
      return parts
        .filter((part) => part.type === 'message/delivery-status' || part.type === 'message/global-delivery-status')
        .flatMap(({ body }) => bouncesIn(body, about));
    case 'feedback-report':
      return parts
        .filter((part) => part.type === 'message/feedback-report')
        .flatMap(({ body }) => complaintIn(body, about));
    default:
      return [];
  }
}

/** The Message-ID of the returned message. The report contains the whole message or its headers. */
function messageIdIn(parts: readonly MimePart[]): { messageId?: string } {
  const returned = parts.filter(({ type }) => /^(?:message\/rfc822|text\/rfc822-headers|message\/global)/.test(type));
  for (const { body } of returned) {
    const id = /<[^<>\s]{1,250}>/.exec(readHeaders(body).get('message-id') ?? '')?.[0];
    if (id) return { messageId: id };
  }
  return {};
}

function bouncesIn(body: string, about: { messageId?: string }): Report[] {
  // The first block describes the message, each other block one recipient.
  const blocks = body
    .trim()
    .split(/\r?\n[ \t]*\r?\n/)
    .map(readHeaders);
  return blocks.flatMap((block): Report[] => {
    const address = addressIn(block.get('original-recipient')) ?? addressIn(block.get('final-recipient'));
    if (!address || block.get('action')?.toLowerCase().split(/\s/)[0] !== 'failed') return [];
    return [{ kind: 'bounce', address, permanent: isPermanent(dsnStatus(block)), ...about }];
  });
}

function complaintIn(body: string, about: { messageId?: string }): Report[] {
  const report = readHeaders(body.trimStart());
  const address = addressIn(report.get('original-rcpt-to')) ?? addressIn(report.get('removal-recipient'));
  // `not-spam` withdraws a complaint; other types report fraud, viruses and the like.
  const isComplaint = /^(?:abuse|opt-out)/i.test(report.get('feedback-type') ?? '');
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

/**
 * Whether the address itself is unreachable. Class 5 only means that this message will not arrive. A full mailbox (x.2.2), a message too
 * large (x.2.3, x.3.4), the system (x.3), the contents (x.6) and a policy (x.7), such as a block of our server, do not concern the
 * address.
 */
const isPermanent = (status: string): boolean => status.startsWith('5.') && !/^5\.(?:2\.[23]|[367]\.)/.test(status);
