// Renders an e-mail with twenty metatags, against two baselines measured in the same run: Handlebars, precompiled, and a function generated
// for the one template (`new Function`: the fastest way, not allowed in the product). All three escape HTML; their outputs must be equal
// before anything is timed. Not measured: compiling a template, and building the data.
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  compileTemplate,
  escapeHtml,
  findMetatags,
  formatDate,
  formatMoney,
  formatText,
  metatagNamed,
  render,
  type MetatagData,
} from '../packages/flow/src/metatags/index.ts';
import { median } from './harness/processes.ts';

type Handlebars = {
  registerHelper(name: string, helper: (value: unknown) => string): void;
  compile(template: string): (data: unknown) => string;
};

const data: MetatagData = {
  customer: {
    name: 'Maria Souza Lima',
    first_name: 'Maria',
    email: 'maria@cliente.example',
    city: 'São Paulo',
    state: 'SP',
  },
  order: {
    id: '9b2d6a1e-5c7f-4f0b-8a3d-2e1f0c9b8a77',
    number: 1042,
    total: 18_990,
    subtotal: 18_000,
    created_at: '2026-03-12T17:05:00Z',
    payment_method_label: 'PIX',
    status_label: 'Aguardando pagamento',
    url_pix_gerado: 'https://pay.loja.example/pay/3f0c9a52-7d1e-4b8a-9c55-1e2d3c4b5a69',
    domain: 'https://pay.loja.example/pay/3f0c9a52',
  },
  store: {
    name: 'Pães & Doces <Loja>',
    domain: 'pay.loja.example',
    email: 'contato@loja.example',
    phone: '+551130000000',
    url: 'https://www.loja.example',
    legal_name: 'Loja Exemplo Ltda.',
  },
  shipping: { name: 'PAC', turnaround: '5 a 8 dias úteis', price: 1990, carrier: 'Correios' },
};

/** Twenty values that are text or addresses, so that rendering alone is measured, without formatting. */
const texts = `<p>Oi, {{customer.first_name}}!</p>
<p>Seu pedido {{order.number}} ({{order.id}}) na {{store.name}} está {{order.status_label}}, {{customer.name}}.</p>
<p><a href="{{order.url_pix_gerado}}">Pagar com {{order.payment_method_label}}</a></p>
<p>Entrega por {{shipping.name}} ({{shipping.carrier}}) em {{shipping.turnaround}}, {{customer.city}} - {{customer.state}}.</p>
<p>Dúvidas? {{store.email}}, {{store.phone}}, {{store.url}} ou {{store.domain}}. <a href="{{order.domain}}">Seu pedido</a></p>
<footer>{{store.legal_name}}, para {{customer.email}}.</footer>`;

/** With amounts and a date, formatted by the same functions for every candidate. The row shows their cost and has no target. */
const mixed = texts
  .replace('{{customer.state}}', '{{order.total}}')
  .replace('{{store.domain}}', '{{order.subtotal}}')
  .replace('{{store.phone}}', '{{shipping.price}}')
  .replace('{{shipping.carrier}}', '{{order.created_at}}');

const options = { baseUrl: 'https://app.example' };
const rounds = 501;

/** Measures and prints; throws if the candidates disagree. */
export async function run(): Promise<void> {
  const handlebars = loadHandlebars();
  handlebars.registerHelper('money', formatMoney);
  handlebars.registerHelper('date', (value) => formatDate(value));
  console.log(`Rendering 20 metatags into HTML; medians of ${rounds} alternating rounds`);
  for (const [name, text] of Object.entries({ 'text and addresses': texts, 'with amounts and a date': mixed })) {
    const template = compileTemplate(text, 'html');
    if (template.slots.length !== 20) throw new Error(`${name}: ${template.slots.length} metatags, not 20`);
    compare(name, text === texts, {
      ours: () => render(template, data, options),
      generated: generate(text),
      handlebars: bound(handlebars.compile(forHandlebars(text))),
    });
  }
}

const loadHandlebars = (): Handlebars =>
  createRequire(path.join(import.meta.dirname, '..', 'tools', 'package.json'))('handlebars') as Handlebars;

const bound = (render: (data: unknown) => string) => (): string => render(data);

const forHandlebars = (text: string): string =>
  text.replace(/\{\{([\w.]+)\}\}/g, (tag, name: string) => {
    const type = metatagNamed(name)?.type;
    return type === 'money' || type === 'date' ? `{{${type} ${name}}}` : tag;
  });

/** The template as one expression: its literals, and each value read by name and escaped. */
function generate(text: string): () => string {
  const parts: string[] = [];
  let end = 0;
  for (const tag of findMetatags(text)) {
    if (!tag.wellFormed) throw new Error('the benchmark has a malformed metatag');
    const formatter = { money: 'formatMoney', date: 'formatDate' }[metatagNamed(tag.name)?.type as string] ?? 'asText';
    parts.push(JSON.stringify(text.slice(end, tag.start)), `escapeHtml(${formatter}(data.${tag.name}))`);
    end = tag.end;
  }
  parts.push(JSON.stringify(text.slice(end)));
  const body = `return (data) => ${parts.join(' + ')};`;
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the baseline that the product may not use
  const make = new Function('escapeHtml', 'formatMoney', 'formatDate', 'asText', body) as (
    ...args: unknown[]
  ) => (data: unknown) => string;
  return bound(make(escapeHtml, formatMoney, formatDate, formatText));
}

function compare(
  name: string,
  hasTarget: boolean,
  candidates: Record<'ours' | 'generated' | 'handlebars', () => string>,
): void {
  const outputs = new Set(Object.values(candidates).map((candidate) => candidate()));
  if (outputs.size !== 1) throw new Error(`${name}: the candidates disagree\n${[...outputs].join('\n---\n')}`);
  const times = { ours: [] as number[], generated: [] as number[], handlebars: [] as number[] };
  const names = ['ours', 'generated', 'handlebars'] as const;
  for (let warmUp = 0; warmUp < 50; warmUp++) for (const candidate of names) time(candidates[candidate]);
  for (let round = 0; round < rounds; round++) {
    for (const candidate of names) times[candidate].push(time(candidates[candidate]));
  }
  const ours = median(times.ours);
  console.log(`\n${name}`);
  for (const candidate of names)
    console.log(`  ${candidate.padEnd(11)}${median(times[candidate]).toFixed(0).padStart(6)} ns`);
  printResult('faster than Handlebars', median(times.handlebars) / ours, hasTarget && { min: 2.5 });
  printResult('the time of the generated function', ours / median(times.generated), hasTarget && { max: 1.7 });
}

function printResult(what: string, ratio: number, target: { min?: number; max?: number } | false): void {
  const line = `  ${ratio.toFixed(2)}x ${what}`;
  if (!target) return console.log(line);
  const isMet = ratio >= (target.min ?? 0) && ratio <= (target.max ?? Infinity);
  const wanted = target.min === undefined ? `at most ${target.max}` : `at least ${target.min}`;
  console.log(`${line} (target: ${wanted}, ${isMet ? 'met' : 'MISSED'})`);
}

/** Nanoseconds for one call, averaged over enough calls. Summing the lengths keeps the compiler from removing the work. */
function time(candidate: () => string): number {
  const calls = 400;
  let length = 0;
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call++) length += candidate().length;
  const elapsed = Number(process.hrtime.bigint() - start);
  if (length === 0) throw new Error('nothing was rendered');
  return elapsed / calls;
}

if (process.argv[1] === import.meta.filename) await run();
