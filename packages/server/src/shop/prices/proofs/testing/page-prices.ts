import type { PaymentMethod } from '@retoma/commerce';

/** One list of totals of the page: its rows, with discounts as negative cents, and its total. */
export type DisplayedTotals = {
  readonly subtotal: number;
  readonly discounts: readonly number[];
  /** Shipping, interest and what the store's own system raised. */
  readonly additions: readonly number[];
  readonly total: number;
};

/** The amounts that a payment page displays, in cents, read from its HTML. */
export type DisplayedPrices = {
  /** The price of each line of the cart. */
  readonly lines: readonly number[];
  /** The totals of the chosen method. */
  readonly chosen: DisplayedTotals;
  /** The totals by method; empty: every method costs the same. */
  readonly byMethod: ReadonlyMap<string, DisplayedTotals>;
  /** The total beside the heading of the summary, by the class of its method; '' or `any-method`: of the chosen one. */
  readonly headings: readonly (readonly [className: string, total: number])[];
  /** The instalments of a card: the number, and the amounts of its text; the last one is the total. */
  readonly installments: ReadonlyMap<number, readonly number[]>;
  /** The amounts that the buttons name, by method; `any`: a button for all methods. */
  readonly buttons: readonly (readonly [method: PaymentMethod | 'any', amount: number])[];
  /** What the choice of a method promises: its total, and the discount. */
  readonly promises: ReadonlyMap<string, readonly number[]>;
  /** The amount that the card form of a provider gets, as decimal text; null: there is no such form. */
  readonly cardAmount: string | null;
  /** The method that the form sends without a choice; null: the shopper chooses, or there is no form. */
  readonly sentMethod: string | null;
  /** The key of the prices, which the form sends back; null: there is no form. */
  readonly pricesKey: string | null;
};

const amount = /R\$[\u00a0 ]([\d.]+),(\d\d)/g;

/** Reads the amounts of a text: `R$ 1.290,12` is 129012. */
export const amountsIn = (text: string): number[] =>
  [...text.matchAll(amount)].map(([, reais = '', part = '']) => Number(reais.replaceAll('.', '') + part));

/** Reads the prices of a page. Throws if an amount is negative or a total is missing. */
export function pricesOnPage(html: string): DisplayedPrices {
  const summaryAt = html.indexOf('<section class="summary"');
  const summary = html.slice(summaryAt, html.indexOf('</section>', summaryAt));
  if (/-\s?R\$/.test(html)) throw new Error('the page displays a negative amount');
  const totals = [...summary.matchAll(/<dl class="totals ([^"]*)">([\s\S]*?)<\/dl>/g)];
  const byClass = new Map(totals.map(([, className = '', rows = '']) => [className, totalsIn(rows)]));
  const chosen = byClass.get('any-method') ?? byClass.get('');
  if (!chosen) throw new Error('the page displays no total');
  const headings = [...summary.matchAll(/<b class="money ([^"]*)">([^<]*)</g)];
  const formAt = html.indexOf('data-method>');
  const form = formAt === -1 ? '' : html.slice(formAt, html.indexOf('</form>', formAt));
  return {
    lines: [...summary.matchAll(/<span class="money">([^<]*)<\/span>\s*<\/p>/g)].map(([, text = '']) => only(text)),
    chosen,
    byMethod: new Map(
      [...byClass]
        .filter(([className]) => className.startsWith('for-'))
        .map(([className, one]) => [className.slice(4), one]),
    ),
    headings: headings.map(([, className = '', text = '']) => [className, only(text)] as const),
    installments: new Map(optionsIn(form)),
    buttons: buttonsIn(form),
    promises: new Map(promisesIn(form)),
    cardAmount: /&quot;amount&quot;:&quot;([\d.]+)&quot;/.exec(form)?.[1] ?? null,
    sentMethod: /type="hidden" name="method" value="(\w+)"/.exec(form)?.[1] ?? null,
    pricesKey: /name="prices" value="([^"]*)"/.exec(form)?.[1] ?? null,
  };
}

function only(text: string): number {
  const amounts = amountsIn(text);
  if (amounts.length !== 1) throw new Error(`not one amount: ${text}`);
  return amounts[0]!;
}

function totalsIn(list: string): DisplayedTotals {
  const rows = [...list.matchAll(/<div class="([^"]*)">\s*<dt>[^<]*<\/dt>\s*<dd class="money">([^<]*)</g)];
  const amountsOf = (kind: string): number[] =>
    rows.filter(([, one]) => one === kind).map(([, , text = '']) => (text === 'Grátis' ? 0 : only(text)));
  const [subtotal, ...additions] = amountsOf('');
  const [total] = amountsOf('total');
  if (subtotal === undefined || total === undefined) throw new Error(`totals without a sum: ${list}`);
  return { subtotal, discounts: amountsOf('off').map((off) => -off), additions, total };
}

function* optionsIn(form: string): Generator<[number, number[]]> {
  const list = /<select[^>]*name="installments"[^>]*>([\s\S]*?)<\/select>/.exec(form)?.[1] ?? '';
  for (const [, count = '', text = ''] of list.matchAll(/<option value="(\d+)"[^>]*>([^<]*)</g)) {
    yield [Number(count), amountsIn(text)];
  }
}

function* buttonsAt(form: string): Generator<[PaymentMethod | 'any', string]> {
  for (const [, method = '', text = ''] of form.matchAll(/<span class="for-(\w+)">(?:<button[^>]*>)?([^<]*)</g)) {
    yield [method as PaymentMethod, text];
  }
  for (const [, text = ''] of form.matchAll(/<span class="with-card"><button[^>]*>([^<]*)</g)) yield ['card', text];
  for (const [, text = ''] of form.matchAll(/<span class="any-method">([^<]*)</g)) yield ['any', text];
}

function buttonsIn(form: string): (readonly [PaymentMethod | 'any', number])[] {
  const sent = /type="hidden" name="method" value="(pix|boleto|card)"/.exec(form)?.[1] as PaymentMethod | undefined;
  const single = sent && /<button class="button"[^>]*>([^<]*)</.exec(form)?.[1];
  const texts: [PaymentMethod | 'any', string][] = single === undefined ? [...buttonsAt(form)] : [[sent!, single]];
  return texts.flatMap(([method, text]) => amountsIn(text).map((one) => [method, one] as const));
}

function* promisesIn(form: string): Generator<[string, number[]]> {
  const choices = /name="method" value="(\w+)"[^>]*>\s*<span><b>[^<]*<\/b><small>([^<]*)</g;
  for (const [, method = '', text = ''] of form.matchAll(choices)) {
    const amounts = amountsIn(text);
    if (amounts.length > 0) yield [method, amounts];
  }
}
