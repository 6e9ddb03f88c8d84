// A closed loop of HTTP/1.1 requests over raw sockets: each connection sends the same bytes again once it has the response, each time with
// another cart token, e-mail address and phone, since every shopper has a separate cart (CHK2). It runs in its own process and costs a few
// microseconds a request, so that the server's cost dominates.
import net from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';

/** The options of one run of load, as JSON in argv[2]. */
export type LoadOptions = {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** The body of the request; absent: a GET. */
  bodyFile?: string;
  connections: number;
  /** How long it lasts, unless SIGTERM ends it before. */
  seconds: number;
  /** Where to write the ids of all checkouts that got a 201, one a line. */
  idsFile?: string;
};

/** What one run of load prints, as JSON. Latencies in milliseconds. */
export type LoadReport = {
  requests: number;
  perSecond: number;
  /** `500 Retry-After` is that of a database that is away or too slow (CHK9). */
  statuses: Record<string, number>;
  /** Connections that broke during a request. */
  broken: number;
  p50: number;
  p99: number;
  max: number;
  /** The load's own CPU, in seconds. */
  cpu: number;
};

const options = JSON.parse(process.argv[2]!) as LoadOptions;
const body = options.bodyFile === undefined ? Buffer.alloc(0) : readFileSync(options.bodyFile);
const head = [
  `${options.bodyFile === undefined ? 'GET' : 'POST'} ${options.path} HTTP/1.1`,
  'host: 127.0.0.1',
  ...(options.bodyFile === undefined ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
  ...Object.entries(options.headers).map(([name, value]) => `${name}: ${value}`),
].join('\r\n');
const request = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);

/** The offset of the eight digits that change with each request; undefined if the request has none. */
function digitsAt(member: RegExp): number | undefined {
  const found = member.exec(request.toString('latin1'));
  return found ? found.index + found[0].length - 8 : undefined;
}

const places = [/"token":"[^"]*[^"]{8}(?=")/, /"email":"[^"@]*\d{8}(?=@)/, /"phone":"\+55\d{2}\d*\d{8}(?=")/]
  .map(digitsAt)
  .filter((at) => at !== undefined);
// A prime step, so that consecutive requests are not neighbours in an index.
let sent = Date.now() % 1e8;
const nextDigits = (): string => String((sent = (sent + 61_803_399) % 1e8)).padStart(8, '0');

const latencies: number[] = [];
const statuses: Record<string, number> = {};
const ids: string[] = [];
let broken = 0;
const started = performance.now();
let end = started + options.seconds * 1000;
const sockets = new Set<net.Socket>();
// Requests in progress at the end have six seconds to be answered.
const closeAll = (): void => sockets.forEach((socket) => socket.destroy());
let closing = setTimeout(closeAll, options.seconds * 1000 + 6_000).unref();
process.once('SIGTERM', () => {
  end = performance.now();
  clearTimeout(closing);
  closing = setTimeout(closeAll, 6_000).unref();
});

/** One connection; resolves when the time is over. Reconnects after a break. */
function connection(): Promise<void> {
  return new Promise((resolve) => {
    let sentAt = 0;
    let received = '';
    const bytes = Buffer.from(request);
    const socket = net.connect(options.port, '127.0.0.1');
    sockets.add(socket);
    socket.setNoDelay(true);
    const send = (): void => {
      if (performance.now() >= end) {
        sentAt = 0;
        socket.destroy();
        return;
      }
      const digits = nextDigits();
      for (const at of places) bytes.write(digits, at, 'latin1');
      sentAt = performance.now();
      socket.write(bytes);
    };
    socket.once('connect', send);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += String(chunk);
      const answer = takeAnswer(received);
      if (!answer) return;
      received = '';
      latencies.push(performance.now() - sentAt);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (options.idsFile !== undefined && answer.status === '201')
        ids.push(/"checkoutId":"([^"]+)"/.exec(answer.body)![1]!);
      if (answer.close) {
        sentAt = 0;
        socket.end();
      } else send();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      if (sentAt > 0 && performance.now() < end) broken++;
      if (performance.now() >= end) resolve();
      else setTimeout(() => void connection().then(resolve), 20);
    });
  });
}

function takeAnswer(text: string): { status: string; body: string; close: boolean } | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const length = Number(/\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  if (text.length < headEnd + 4 + length) return undefined;
  const headers = text.slice(0, headEnd);
  const status = headers.slice(9, 12);
  return {
    status: status === '500' && /\nretry-after:/i.test(headers) ? '500 Retry-After' : status,
    body: text.slice(headEnd + 4),
    close: /\nconnection: close/i.test(headers),
  };
}

await Promise.all(Array.from({ length: options.connections }, connection));
const seconds = (performance.now() - started) / 1000;
const sorted = Float64Array.from(latencies).sort();
const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
if (options.idsFile !== undefined) writeFileSync(options.idsFile, ids.join('\n'));
const { user, system } = process.cpuUsage();
const report: LoadReport = {
  requests: latencies.length,
  perSecond: latencies.length / seconds,
  statuses,
  broken,
  p50: at(0.5),
  p99: at(0.99),
  max: at(1),
  cpu: (user + system) / 1e6,
};
process.stdout.write(JSON.stringify(report));
