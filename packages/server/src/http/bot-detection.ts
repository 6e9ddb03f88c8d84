import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';

/** What decides who makes a request: a part of Fastify's. */
export type Visit = { readonly method: string; readonly headers: IncomingHttpHeaders; readonly ip: string };

/** Milliseconds after the send within which a request comes from software: no person reads an e-mail so soon. */
const tooSoon = 2_000;

/** User agents of programs that fetch the links and pictures of messages, to scan or to show them. A CUBOT is a phone. */
const program =
  /(?<!cu)bot\b|crawl|spider|slurp|scan|preview|prefetch|headless|phantom|monitor|curl|wget|python|java\/|okhttp|go-http|node|axios|libwww|ruby|perl|php|httpclient|barracuda|proofpoint|mimecast|symantec|messagelabs|trendmicro|sophos|forcepoint|fireeye|ironport|cloudmark|virustotal|safelinks|urldefense/i;

/** More programs, which only fetch pages. The picture proxy of a mailbox fetches pictures for its reader. */
const pageProgram = /external(?:hit|agent|fetcher)|fetcher|imageproxy|lighthouse|prerender|snippet|embedly|inspection/i;
/** The user agent of a browser, also of one inside of an app. Programs that show a link send a name of their own. */
const browser = /^(?:Mozilla\/[45]\.0 \(|Opera\/\d)/;
const engine = /AppleWebKit|Gecko|Trident|MSIE|Presto|KHTML|Chrome\/|Firefox\/|Safari\//;
/** What programs add to a browser's user agent: where to read or write about them, or that they are only compatible. */
const ownName = /https?:|mailto:|@[\w-]+\.\w|compatible;(?! ?(?:MSIE|Konqueror))/i;
/** Headers of a browser that loads a page before anyone asks for it, or to show a small picture of it. */
const purposes = ['purpose', 'x-purpose', 'sec-purpose', 'x-moz'] as const;

/** Apple fetches every picture of a message when it arrives (Mail Privacy Protection), from its own network or its partners'. */
const apple = new BlockList();
apple.addSubnet('17.0.0.0', 8, 'ipv4');

const agentOf = ({ headers }: Visit): string => headers['user-agent']?.trim() ?? '';

/** Whether Apple fetches a picture for a mailbox: the message arrived there, which does not show that anyone reads it. */
export function isMailbox(visit: Visit): boolean {
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(visit.ip) ?? [];
  return agentOf(visit) === 'Mozilla/5.0' || (ipv4 !== undefined && apple.check(ipv4, 'ipv4'));
}

/** Whether an open pixel was requested by software rather than for a reader. `sinceSent`: milliseconds since the message was sent. */
export function isMachineOpen(visit: Visit, sinceSent: number): boolean {
  const agent = agentOf(visit);
  return sinceSent < tooSoon || agent === '' || program.test(agent) || isMailbox(visit);
}

/** Whether a page or a link was requested by a program: a link preview, a scanner, a prefetch. `sinceSent`: as above, if a message has it. */
export function isMachineVisit(visit: Visit, sinceSent = Infinity): boolean {
  const agent = agentOf(visit);
  return (
    visit.method !== 'GET' ||
    isMachineOpen(visit, sinceSent) ||
    purposes.some((name) => /prefetch|prerender|preview/i.test(String(visit.headers[name] ?? ''))) ||
    pageProgram.test(agent) ||
    !browser.test(agent) ||
    !engine.test(agent) ||
    ownName.test(agent)
  );
}
