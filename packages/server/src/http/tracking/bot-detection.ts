import { BlockList } from 'node:net';

/** A request for an open pixel or a click link. `sinceSent`: time since the message was sent. */
export type Visit = {
  readonly userAgent: string | undefined;
  readonly address: string;
  /** Milliseconds. */
  readonly sinceSent: number;
};

/** Milliseconds after the send within which a request comes from software: no person reads an e-mail so soon. */
const tooSoon = 2_000;

/** User agents of programs that fetch the links and pictures of messages, to scan or to show them. Browsers start with `Mozilla/5.0 (`. */
const program =
  /bot\b|crawl|spider|slurp|scan|preview|prefetch|headless|phantom|monitor|curl|wget|python|java\/|okhttp|go-http|node|axios|libwww|ruby|perl|php|httpclient|barracuda|proofpoint|mimecast|symantec|messagelabs|trendmicro|sophos|forcepoint|fireeye|ironport|cloudmark|virustotal|safelinks|urldefense/i;

/** Apple fetches every picture of a message when it arrives (Mail Privacy Protection), from its own network or its partners'. */
const apple = new BlockList();
apple.addSubnet('17.0.0.0', 8, 'ipv4');

/** Whether an open pixel or a click link was requested by software rather than by a reader. */
export function isMachine({ userAgent = '', address, sinceSent }: Visit): boolean {
  const agent = userAgent.trim();
  if (sinceSent < tooSoon || agent === '' || agent === 'Mozilla/5.0' || program.test(agent)) return true;
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return ipv4 !== undefined && apple.check(ipv4, 'ipv4');
}
