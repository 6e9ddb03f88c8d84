// What hostile texts of members and shoppers cost everyone else: how late /health/live answers meanwhile, and how much memory the service
// takes. A service with the default limits, its workers in the same process.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { withTestTimeout } from '../../packages/server/src/testing/with-test-timeout.ts';
import { BenchPostgres, migrateForService } from '../harness/postgres.ts';
import { startServer, type Server } from '../harness/processes.ts';
import { thisProgram } from './shop.ts';

/** The results. `late`: the 99th percentile of /health/live, in milliseconds; `megabytes`: the most memory of the process. */
export type HostileReport = {
  texts: number;
  answers: Record<string, number>;
  live: string[];
  late: { p99: number; max: number; calls: number };
  megabytes: number;
};

/** The longest body of a preview, in bytes. */
const bodyBytes = 2 * 1024 * 1024 - 200;

const column = (content: string): string =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

/** Texts that are slow to read, or that grow, each as long as a preview may be. */
const shapes: readonly string[] = [
  '<a',
  '<aaaa',
  '<a ',
  '<a b',
  '<a b=1 ',
  '<a href=x ',
  "<a href='",
  '<a "',
  '<p>',
  '<b>',
  '<i><p>',
  '<table><tr><td>',
  '<a href=""></a>',
  '<img src="data:x',
  '<td role="presentation"><a href="',
  '<!--',
  '&amp',
  '{{',
  '{{order.items}}',
  ' \n',
  'x@',
  '<ul><li>',
];

const fill = (shape: string, start = '<p>Oi</p>'): string => {
  const bytes = JSON.stringify(shape).length - 2;
  return start + shape.repeat(Math.floor((bodyBytes - start.length - 40) / bytes));
};

const bombs: readonly string[] = [
  column(`<mj-carousel>${'<mj-carousel-image src="a"/>'.repeat(6_000)}</mj-carousel>`),
  `<mjml><mj-head><mj-attributes><mj-all padding="${'1px '.repeat(25_000)}"/></mj-attributes></mj-head><mj-body><mj-section><mj-column>${'<mj-text/>'.repeat(9_000)}</mj-column></mj-section></mj-body></mjml>`,
  `<mjml><mj-head><mj-attributes><mj-class name="a" padding="${'1px '.repeat(20_000)}"/></mj-attributes></mj-head><mj-body><mj-section><mj-column>${'<mj-text mj-class="a"/>'.repeat(4_000)}</mj-column></mj-section></mj-body></mjml>`,
  `<mjml><mj-body>${'<mj-section'.repeat(17_000)}`,
  column(`<mj-text>${'{{order.items}}'.repeat(10_000)}</mj-text>`),
];

type Demo = { storeId: string; secretKey: string; user: { email: string; password: string } };

/** Sends every text as a preview, and one order to an automation whose messages grow. */
export async function sendHostileTexts(): Promise<HostileReport> {
  const main = path.join(thisProgram, 'packages/cli/src/main.ts');
  const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-hostile-'));
  const postgres = await new BenchPostgres().start();
  const database = await migrateForService(withTestTimeout(await postgres.createDatabase('retoma')));
  const settings = {
    DATABASE_URL: database,
    RETOMA_HOME: home,
    RETOMA_SECRET: 'a secret for proofs of thirty-two characters',
    LOG_LEVEL: 'silent',
  };
  const run = async (...args: string[]): Promise<unknown> =>
    JSON.parse(
      (
        await promisify(execFile)(process.execPath, [main, ...args, '--json'], {
          env: { PATH: process.env['PATH'] ?? '', ...settings },
          maxBuffer: 1 << 28,
        }).catch((error: { stdout: string }) => error)
      ).stdout,
    ) as unknown;
  const server = await startServer(main, ['serve', '--demo', '--json', '--port', '0'], settings);
  try {
    const { demo } = server.printed as { demo: Demo };
    const watch = watchHealth(server);
    const answers = await preview(server, demo);
    const live = await sendLive(server, demo, home, run);
    const late = await watch.stop();
    const megabytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024;
    return { texts: shapes.length + bombs.length, answers, live, late, megabytes: Math.round(megabytes) };
  } finally {
    await server.stop();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Asks /health/live again and again, and keeps how long each answer took. */
function watchHealth({ port }: Server): { stop: () => Promise<HostileReport['late']> } {
  const times: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await (await fetch(`http://127.0.0.1:${port}/health/live`)).text();
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    async stop() {
      over.abort();
      await asking;
      const sorted = times.toSorted((one, other) => one - other);
      return {
        p99: Math.round(sorted[Math.floor(sorted.length * 0.99)]!),
        max: Math.round(sorted.at(-1)!),
        calls: times.length,
      };
    },
  };
}

async function preview({ port }: Server, { storeId, user }: Demo): Promise<Record<string, number>> {
  const origin = `http://127.0.0.1:${port}`;
  const post = (url: string, body: object, cookie = ''): Promise<Response> =>
    fetch(`${origin}/panel/api${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-retoma-panel': '1', origin, cookie },
      body: JSON.stringify(body),
    });
  const { email, password } = user;
  const signedIn = await post('/sign-in', { email, password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const answers: Record<string, number> = {};
  for (const text of [
    ...shapes.map((shape) => fill(shape)),
    ...shapes.map((shape) => column('<mj-text>x</mj-text>') + shape.repeat(5_000)),
    ...bombs,
  ]) {
    const response = await post(`/stores/${storeId}/email-preview`, { text, example: 'long' }, cookie);
    const { issue, preview: made } = (await response.json()) as {
      issue?: { reason: string } | null;
      preview?: unknown;
    };
    const answer = issue?.reason ?? (made ? 'made' : String(response.status));
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  return answers;
}

/** An order of 100 long titles for messages of 10,000 metatags each. Returns what became of the messages. */
async function sendLive(
  { port }: Server,
  { storeId, secretKey }: Demo,
  home: string,
  run: (...args: string[]) => Promise<unknown>,
): Promise<string[]> {
  const many = '{{order.items}}'.repeat(10_000);
  const email = { remetente_nome: 'Loja', remetente_email: 'a@loja.example', subject: 'Oi!' };
  const data = [
    { ...email, html: many },
    { ...email, subject: many, html: 'Oi' },
    { ...email, html: column(`<mj-text>${many}</mj-text>`) },
  ];
  const steps = [
    ...data.map((one) => ({ type: 'action', name: 'send_email', data: one })),
    ...shapes.slice(0, 12).map((shape) => ({
      type: 'action',
      name: 'send_email',
      data: { ...email, html: `<p>Oi</p>${shape.repeat(Math.floor(9_000 / (shape.split('<').length - 1 || 1)))}` },
    })),
  ];
  const file = path.join(home, 'flow.json');
  writeFileSync(file, JSON.stringify({ name: 'Prova', trigger_event: 'pix.generated', active: true, steps }));
  const imported = (await run('automation', 'import', file, '--store', storeId, '--publish')) as {
    error?: unknown;
    automationId?: string;
  };
  if (!imported.automationId) return [JSON.stringify(imported).slice(0, 300)];
  const items = Array.from({ length: 100 }, (_, index) => ({
    title: `${index} ${'x'.repeat(190)}`,
    quantity: 1,
    unit_price: 100,
  }));
  const customer = { name: 'Ana', email: 'ana@cliente.example', phone: '+5511987654321' };
  const order = { id: 'prova', total: 10_000, items };
  const event = {
    id: 'prova-pix',
    type: 'pix.generated',
    occurred_at: new Date().toISOString(),
    data: { order, customer, payment: { pix: { payload: '000201' } } },
  };
  const response = await fetch(`http://127.0.0.1:${port}/stores/external/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': secretKey },
    body: JSON.stringify(event),
  });
  if (response.status !== 202) return [`${response.status} ${(await response.text()).slice(0, 300)}`];
  for (let tries = 0; tries < 240; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { runs = [] } = (await run('run', 'list', '--store', storeId)) as {
      runs?: { runId: string; status: string; automation?: string }[];
    };
    const ours = runs.filter(({ automation }) => automation === undefined || automation === 'Prova');
    if (ours.some(({ status }) => status === 'completed')) return ours.map(({ status }) => status);
  }
  return ['not over'];
}
