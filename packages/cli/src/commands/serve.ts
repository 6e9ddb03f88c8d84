import path from 'node:path';
import { demoPixCode } from '@retoma/server/commands';
import type { Service } from '@retoma/server/serve';
import type { Command, Input } from '../command.ts';
import { openBrowser } from '../open-browser.ts';
import { untilStopped } from '../until-stopped.ts';

const shardsOption = {
  type: 'string',
  value: 'LIST',
  description: 'Shards of this process, such as 0-15 (default: SHARDS, or all)',
} as const;

const shardsSetting = ({ shards }: Input['values']): { SHARDS?: string } =>
  typeof shards === 'string' ? { SHARDS: shards } : {};

const serveCommand: Command = {
  usage: 'serve [--no-workers] [--port N] [--host H] [--shards LIST] [--demo]',
  summary: 'Run the API, the payment page and the workers',
  options: {
    'no-workers': { type: 'boolean', description: 'Do not run workers; use `retoma work`' },
    port: { type: 'string', value: 'N', description: 'Port to listen on (default: PORT, or 3000)' },
    host: { type: 'string', value: 'H', description: 'Address to listen on (default: HOST, or 127.0.0.1)' },
    shards: shardsOption,
    demo: { type: 'boolean', description: 'Create a demo store, print its key and write the log to a file' },
  },
  args: 0,
  run: (input) => untilStopped(() => start(input)),
};

async function start({ values, environment, json }: Input): Promise<{ stop: () => Promise<void> }> {
  // Loaded here because the service is a third of the program, and no other command needs it.
  const { serve } = await import('@retoma/server/serve');
  const service = await serve({
    environment: {
      ...environment,
      ...(typeof values['port'] === 'string' && { PORT: values['port'] }),
      ...(typeof values['host'] === 'string' && { HOST: values['host'] }),
      ...shardsSetting(values),
    },
    workers: values['no-workers'] !== true,
    demo: values['demo'] === true,
    panel: path.resolve(import.meta.dirname, '../../../panel/dist'),
    onProgress: (step) => process.stderr.write(`${step}…\n`),
  });
  const { baseUrl, demo } = service;
  process.stdout.write(json ? `${JSON.stringify({ baseUrl, ...(demo && { demo }) })}\n` : block(service));
  if (demo && !json) openBrowser(`${baseUrl}/panel`, environment);
  return service;
}

/** The text printed after the start: the panel and its login first, then what a developer needs. */
function block({ baseUrl, demo, logFile, embedded }: Service): string {
  const lines = ['', '  Retoma is running', '', `  Panel      ${baseUrl}/panel`];
  if (demo) {
    const { email, password } = demo.user;
    lines.push(`  Demo user  ${email}`);
    lines.push(`  Password   ${password ?? `was changed; to reset it: npm run retoma -- user reset --email ${email}`}`);
  }
  lines.push('', `  API        ${baseUrl}`, `  Docs       ${baseUrl}/docs`);
  if (demo) lines.push(`  Demo key   ${demo.checkoutKey}`);
  if (logFile) lines.push(`  Log        ${logFile}`);
  if (!embedded) lines.push('  Database   DATABASE_URL');
  if (demo) lines.push('', ...firstSteps(baseUrl, demo));
  return `${[...lines, '', '  Press Ctrl+C to stop.', ''].join('\n')}\n`;
}

/** Two commands to try, ready to paste. */
function firstSteps(baseUrl: string, { storeId, checkoutKey, secretKey }: NonNullable<Service['demo']>): string[] {
  const item = { title: 'Camiseta Retoma', quantity: 2, unitPrice: 4990, image: `${baseUrl}/public/demo/camiseta.svg` };
  return [
    '  Create a checkout and open its link:',
    '',
    curl(`${baseUrl}/stores/external/checkout`, checkoutKey, { cart: { items: [item] } }),
    '',
    '  Report a PIX order; a minute later, read its reminder in the inbox:',
    '',
    curl(`${baseUrl}/stores/external/events`, secretKey, demoEvent(new Date())),
    '',
    `npm run retoma -- inbox --store ${storeId}`,
  ];
}

/** A PIX event of this instant, for a new order at every start. */
function demoEvent(at: Date): object {
  const order = `demo-${Math.floor(at.getTime() / 1000).toString(36)}`;
  return {
    id: `${order}-pix`,
    type: 'pix.generated',
    occurred_at: at.toISOString(),
    data: {
      order: { id: order, total: 9980, items: [{ title: 'Camiseta Retoma', quantity: 2 }] },
      payment: { pix: { payload: demoPixCode(order, 9980) } },
      customer: { name: 'Beatriz Lima', phone: '+5511900000000', email: 'beatriz@cliente.example' },
    },
  };
}

const curl = (url: string, key: string, body: object): string =>
  [
    `curl ${url} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H 'x-api-key: ${key}' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');

async function startWork(environment: Input['environment']): Promise<{ stop: () => Promise<void> }> {
  const { work } = await import('@retoma/server/work');
  return work(environment);
}

const workCommand: Command = {
  usage: 'work [--shards LIST]',
  summary: 'Run workers only, on any number of machines',
  options: { shards: shardsOption },
  args: 0,
  run: ({ values, environment }) => untilStopped(() => startWork({ ...environment, ...shardsSetting(values) })),
};

/** The commands that run the service: serve, work. */
export const serviceCommands: Record<'serve' | 'work', Command> = { serve: serveCommand, work: workCommand };
