// Prepares e-mails for sending: from an MJML step and an order's data to the bytes of the message, as a worker does.
//
// Baselines, measured in the same run:
// - compiling: mrml called for the text with its values already inserted, once for each message, in the same thread;
// - the whole message: nodemailer's own composer, with the finished HTML also as plain text; no templates, links or conversion.
// Not measured: the mail server.
import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { createTransport } from 'nodemailer';
import { composeMessage, type SendStep } from '../../packages/flow/src/index.ts';
import type { DkimKey } from '../../packages/server/src/providers/channels/email/build-mime.ts';
import { composeMail } from '../../packages/server/src/providers/channels/email/compose-mail.ts';
import { MailThread } from '../../packages/server/src/providers/channels/email/thread/mail-thread.ts';
import type { Delivery } from '../../packages/server/src/providers/channels/provider.ts';
import { marksKey, messageMarks } from '../../packages/server/src/base/links/tracking-links.ts';
import { median } from '../harness/processes.ts';

const rounds = 15;
const perRound = 40;

const html = `<mjml><mj-head><mj-preview>{{order.total}} por PIX</mj-preview></mj-head><mj-body>
  <mj-section><mj-column><mj-image src="{{store.logo}}" alt="{{store.name}}" width="120px" /></mj-column></mj-section>
  <mj-section><mj-column>
    <mj-text font-size="20px">Oi, {{customer.first_name}}!</mj-text>
    <mj-text>O PIX do seu pedido {{order.number}} vale até amanhã: {{order.total}}.</mj-text>
    {{order.pix_qr_code}}
    <mj-button href="{{order.url_pix_gerado}}">Pagar agora</mj-button>
    <mj-text>{{order.items}}</mj-text><mj-divider />
  </mj-column></mj-section>
  <mj-section><mj-column><mj-text>{{store.name}}</mj-text></mj-column><mj-column>
    <mj-text><a href="{{store.url}}">Loja</a> · <a href="{{store.privacy_url}}">Privacidade</a></mj-text></mj-column></mj-section>
</mj-body></mjml>`;
const step: SendStep = {
  type: 'action',
  name: 'send_email',
  data: {
    remetente_nome: 'Loja Exemplo',
    remetente_email: 'contato@loja.example',
    subject: 'Seu PIX, {{customer.first_name}}',
    html,
  },
};
const options = { baseUrl: 'https://app.example' };
const key = marksKey('a secret for benchmarks of thirty-two characters');

let made = 0;
/** A delivery of one more order, as the engine produces it. */
function nextDelivery(): Delivery {
  const number = String(++made);
  const composed = composeMessage(
    step,
    {
      customer: { first_name: `Maria ${number}`, email: 'maria@cliente.example' },
      order: {
        number,
        total: 18_990,
        pix_code: `00020126${number}`,
        url_pix_gerado: `https://pay.loja.example/pay/${number}`,
        items: [{ name: 'Camiseta', quantity: 2 }],
      },
      store: {
        name: 'Loja Exemplo',
        url: 'https://www.loja.example',
        logo: 'https://www.loja.example/logo.png',
        privacy_url: 'https://www.loja.example/privacidade',
      },
    },
    options,
  );
  if (!composed.ok || !composed.mjml) throw new Error('not an e-mail of MJML');
  const { to, content, mjml } = composed;
  const runId = '0197a3c2-6f1e-7c11-8d2b-1f2e3d4c5b6a';
  const message = { connectionId: runId, runId, message: `steps[0]#${number}`, sentAt: 0, trusting: false };
  const marks = {
    ...messageMarks(key, 'https://pay.loja.example', message),
    unsubscribe: 'https://pay.loja.example/u/T',
  };
  return { key: `${runId}:${number}`, storeId: runId, channel: 'email', to, content, mjml, settings: {}, marks };
}

const thread = new MailThread();
const cached = (): Promise<unknown> => thread.compile('', nextDelivery().mjml!.template);
const missed = (): Promise<unknown> => thread.compile('', `${nextDelivery().mjml!.template}<!-- ${made} -->`);

const { Engine } = createRequire(new URL('../../packages/server/package.json', import.meta.url))('mrml') as {
  Engine: new () => { toHtml: (text: string) => { content?: string } };
};
const mrml = new Engine();
const filled = (): string => {
  const content = mrml.toHtml((nextDelivery().content as { html: string }).html).content;
  if (!content) throw new Error('not compiled');
  return content;
};

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
const dkim: DkimKey = { domain: 'loja.example', selector: 's1', privateKey: pem };
const date = new Date('2026-03-12T17:05:00Z');
async function sendOne(signed: boolean): Promise<number> {
  const composed = await composeMail(nextDelivery(), thread);
  if (!composed.ok) throw new Error(composed.reason);
  const encoded = await thread.encode('', { mail: composed.mail, date, dkim: signed ? dkim : undefined });
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.bytes.length;
}

const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
let finished = '';
async function composedAlone(): Promise<number> {
  nextDelivery();
  const { message } = await mailer.sendMail({
    from: 'Loja Exemplo <contato@loja.example>',
    to: 'maria@cliente.example',
    subject: 'Seu PIX',
    html: finished,
    text: finished,
  });
  return (message as Buffer).length;
}

type Candidate = () => unknown;

/** Prints both tables. */
export async function run(): Promise<void> {
  finished = filled();
  await thread.compile('', nextDelivery().mjml!.template);
  console.log(`E-mail: MJML of ${html.length} characters; medians of ${rounds} alternating rounds of ${perRound}`);
  await measure('MJML → HTML', 'mrml for each message', {
    'mrml for each message': filled,
    'cache, miss': missed,
    'cache, hit': cached,
  });
  await measure('step → bytes of the message', 'composer alone', {
    'composer alone': composedAlone,
    'whole message': () => sendOne(false),
    'whole, with DKIM': () => sendOne(true),
  });
  await thread.close();
}

async function measure(title: string, baseline: string, candidates: Record<string, Candidate>): Promise<void> {
  const times = new Map(Object.keys(candidates).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds + 3; round++) {
    for (const [name, candidate] of Object.entries(candidates)) {
      const start = process.hrtime.bigint();
      for (let call = 0; call < perRound; call++) await candidate();
      if (round >= 3) times.get(name)!.push(Number(process.hrtime.bigint() - start) / perRound);
    }
  }
  const base = median(times.get(baseline)!);
  console.log(`  ${title}`);
  for (const [name, elapsed] of times) {
    const one = median(elapsed);
    const ratio = name === baseline ? 'the baseline' : `${(one / base).toFixed(2)}x its time`;
    const perSecond = Math.round(1e9 / one).toLocaleString('en-US');
    console.log(`    ${name.padEnd(24)}${perSecond.padStart(10)}/s  ${(one / 1e6).toFixed(3)} ms  ${ratio}`);
  }
}
