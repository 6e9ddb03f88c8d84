import { spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { returnAddress, returnText, webhookExample } from '@retoma/commerce';
import { Webhook } from 'standardwebhooks';
import type { Block } from './blocks.ts';
import { fillIn, readCheckout, type GuideProduct } from './product.ts';

/** A program of a document: identifies its block, and has the expected output. */
type Program = {
  readonly document: string;
  readonly language: 'js' | 'php' | 'python';
  /** A text that no other block of this language in this document contains. */
  readonly holds: string;
  readonly ask?: string;
  readonly prints: RegExp;
};

const link = /\/pay\/[0-9a-f-]{36}\n$/;

/** The programs of the guides that run on a server. */
export const programs: readonly Program[] = [
  { document: 'docs/checkout-integration.md', language: 'js', holds: 'createHmac', prints: link },
  { document: 'docs/php.md', language: 'php', holds: 'createCheckout', prints: /\/pay\/[0-9a-f-]{36}$/ },
  {
    document: 'docs/php.md',
    language: 'php',
    holds: 'verifyWebhook',
    ask: `
      $headers = json_decode(getenv('WEBHOOK_HEADERS'), true);
      echo verifyWebhook(getenv('WEBHOOK_BODY'), $headers, getenv('WEBHOOK_SECRET'))['type'], ' ';
      try { verifyWebhook(getenv('WEBHOOK_BODY') . ' ', $headers, getenv('WEBHOOK_SECRET')); } catch (RuntimeException) { echo 'refused'; }`,
    prints: /^payment\.confirmed refused$/,
  },
  {
    document: 'docs/php.md',
    language: 'php',
    holds: 'verifyReturn',
    ask: `
      parse_str(getenv('RETURN_QUERY'), $query);
      echo verifyReturn($query, getenv('RETOMA_SECRET_KEY')), ' ';
      echo verifyReturn(['checkout_status' => 'open'] + $query, getenv('RETOMA_SECRET_KEY')) ?? 'refused';`,
    prints: /^paid refused$/,
  },
  { document: 'docs/python.md', language: 'python', holds: 'create_checkout', prints: link },
  {
    document: 'docs/python.md',
    language: 'python',
    holds: 'verify_webhook',
    ask: `
import os
body, headers, secret = os.environ['WEBHOOK_BODY'].encode(), json.loads(os.environ['WEBHOOK_HEADERS']), os.environ['WEBHOOK_SECRET']
print(verify_webhook(body, headers, secret)['type'])
try:
    verify_webhook(body + b' ', headers, secret)
except ValueError:
    print('refused')`,
    prints: /^payment\.confirmed\nrefused\n$/,
  },
  {
    document: 'docs/python.md',
    language: 'python',
    holds: 'verify_return',
    ask: `
import os, urllib.parse
query = dict(urllib.parse.parse_qsl(os.environ['RETURN_QUERY']))
print(verify_return(query, os.environ['RETOMA_SECRET_KEY']), verify_return({**query, 'checkout_status': 'open'}, os.environ['RETOMA_SECRET_KEY']))`,
    prints: /^paid None\n$/,
  },
  {
    document: 'docs/events.md',
    language: 'js',
    holds: 'webhook-signature',
    ask: 'console.log(response.status);',
    // 200 is possible too: the document's cURL has reported the same event.
    prints: /^20[02]\n$/,
  },
  {
    document: 'docs/sites.md',
    language: 'js',
    holds: 'export async function POST',
    // The example takes prices from its own catalogue, not from the request.
    ask: `
      const asked = (product) => new Request('http://loja.example', { method: 'POST', body: JSON.stringify({ product, quantity: 2 }) });
      console.log((await POST(asked('nada'))).status, (await (await POST(asked('camiseta'))).json()).checkoutUrl);`,
    prints: /^404 .*\/pay\/[0-9a-f-]{36}\n$/,
  },
];

/** Whether a block is this program. */
export const isProgram = ({ document, language, holds }: Program, block: Block): boolean =>
  block.document === document && block.language === language && block.text.includes(holds);

const interpreters = {
  js: [process.execPath, '--input-type=module', '--eval'],
  php: ['php', '-r'],
  python: ['python3', '-c'],
} as const;

/** A webhook and a return address as the service signs them now, for the programs that verify them. */
function signedNow(secretKey: string): Record<string, string> {
  const [id, now, secret] = [
    'msg_01a1fe662a537ce29a50823188a33492',
    new Date(),
    `whsec_${randomBytes(32).toString('base64')}`,
  ];
  const body = JSON.stringify(webhookExample('payment.confirmed'));
  const facts = {
    checkoutId: '01a1fe66-2a53-7ce2-9a50-823188a33492',
    status: 'paid',
    t: Math.floor(now.getTime() / 1000),
  };
  const signature = createHmac('sha256', secretKey).update(returnText(facts)).digest('hex');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(facts.t),
    'webhook-signature': `v2,other ${new Webhook(secret).sign(id, now, body)}`,
  };
  return {
    WEBHOOK_SECRET: secret,
    WEBHOOK_BODY: body,
    WEBHOOK_HEADERS: JSON.stringify(headers),
    RETURN_QUERY: new URL(returnAddress('https://loja.example/', facts, ['0'.repeat(64), signature])).search.slice(1),
  };
}

/** Whether PHP has the extension that the programs need; Debian packages it apart. */
const hasCurl = 'exit(extension_loaded("curl") ? 0 : 1);';

/**
 * Runs a program as it is printed. `folder`: contains the SDK's package. Throws if the program fails, prints unexpected output, or prints a
 * link to no open checkout. Returns why it did not run if this machine lacks the interpreter.
 */
export async function runProgram(
  program: Program,
  block: Block,
  product: GuideProduct,
  folder: string,
): Promise<string | undefined> {
  const [interpreter, ...options] = interpreters[program.language];
  if (program.language === 'php' && spawnSync(interpreter, ['-r', hasCurl]).status === 1)
    return "this machine's PHP lacks curl";
  const text = (await fillIn(block.text, product)).replace('<?php\n', '');
  const { secret } = await product.retoma<{ secret: string }>('store', 'webhook-secret', product.storeId);
  const env = {
    PATH: process.env['PATH'],
    RETOMA_URL: product.address,
    RETOMA_API_KEY: product.checkoutKey,
    RETOMA_SECRET_KEY: product.secretKey,
    RETOMA_STORE_ID: product.storeId,
    RETOMA_WEBHOOK_SECRET: secret,
    ...signedNow(product.secretKey),
  };
  const printed = await outputOf(interpreter, [...options, `${text}\n${program.ask ?? ''}`], folder, env);
  if (printed === undefined) return `this machine has no ${interpreter}`;
  const checkoutId = /\/pay\/([0-9a-f-]{36})/.exec(printed)?.[1];
  const checkout = checkoutId === undefined ? undefined : await readCheckout(product, checkoutId);
  const leads = checkout === undefined || checkout['state'] === 'open';
  if (!program.prints.test(printed) || !leads) throw new Error(`it printed ${printed}`);
  return undefined;
}

/** The output of a program; undefined if this machine lacks it. */
function outputOf(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, log] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    );
    child.once('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`it ended with ${code}\n${printed}${log}`)),
    );
  });
}
