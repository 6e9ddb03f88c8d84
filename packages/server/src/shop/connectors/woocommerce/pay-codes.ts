// What the shopper pays with. WooCommerce has no field for it: each gateway writes its own.
import { eventLimits, readPixCode } from '@retoma/commerce';
import { cutText, listAt, readJson, textAt, valueAt } from '../read-json.ts';
import { resourceId, metaValues, webAddress } from './fields.ts';

/** A value in an order's `meta_data`, itself JSON if it has a path. */
type MetaPlace = { readonly key: string; readonly path: readonly (string | number)[] };

/** `mp_pix_qr_code`, or `key path.0.member`. */
function placeIn(written: string): MetaPlace {
  const [key = '', path] = written.split(' ');
  return { key, path: path === undefined ? [] : path.split('.').map((one) => (/^\d+$/.test(one) ? Number(one) : one)) };
}

const pagarme = '_pagarme_response_data charges.0.transactions.0.postData';

/** The places of PIX codes, by payment method. */
const pixPlaces = new Map(
  Object.entries({
    'woo-mercado-pago-pix': 'mp_pix_qr_code',
    'woo-pagarme-payments-pix': `${pagarme}.qr_code`,
    WC_Gerencianet_Pix: '_gn_pix_copy',
    woocommerce_openpix_pix: 'openpix_transaction brCode',
    'asaas-pix': '__ASAAS_ORDER payload',
    paghiper_pix: 'wc_paghiper_data emv',
    appmax_pix: '_appmax_transaction_data post_payment.pix_emv',
    pagamentos_para_woocommerce_com_appmax_pix: '_pagamentos_para_woocommerce_com_appmax_payment_code',
    'click2pay-pix': '_click2pay_data pix.textPayment',
    'iugu-pix': '_iugu_wc_transaction_data qrcode_text',
  }).map(([method, written]) => [method, placeIn(written)]),
);

/** The places of boletos, by payment method: the digitable line, and the address of the boleto. */
const boletoPlaces = new Map(
  Object.entries<{ line?: string; url?: string }>({
    'woo-mercado-pago-ticket': { url: '_transaction_details_ticket' },
    'woo-pagarme-payments-billet': { line: `${pagarme}.line`, url: `${pagarme}.url` },
    WC_Gerencianet_Boleto: { line: '_gn_barcode', url: '_gn_link_responsive' },
    'asaas-ticket': { url: '__ASAAS_ORDER bankSlipUrl' },
    paghiper_billet: { line: 'wc_paghiper_data digitable_line', url: 'wc_paghiper_data url_slip_pdf' },
    'click2pay-bank-slip': { line: '_click2pay_boleto_barcode', url: '_click2pay_boleto_url' },
    appmax_boleto: { line: 'appmax_digitable_line', url: 'appmax_link_billet' },
    cora: { line: 'cora_digitable', url: 'cora_url' },
  }).map(([method, { line, url }]) => [method, { line: line && placeIn(line), url: url && placeIn(url) }]),
);

function metaTextAt(order: unknown, place: MetaPlace | '' | undefined): string | undefined {
  if (!place) return undefined;
  const value = metaValues(order, place.key).at(-1);
  if (place.path.length === 0) return textAt([value], 0);
  return textAt(typeof value === 'string' ? readJson(Buffer.from(value)) : value, ...place.path);
}

/** The kind of an order's payment, with our name of its method; undefined: another one. */
export function payKindOf(order: unknown): 'pix' | 'boleto' | 'credit_card' | undefined {
  const method = textAt(order, 'payment_method') ?? '';
  if (pixPlaces.has(method)) return 'pix';
  if (boletoPlaces.has(method)) return 'boleto';
  const words = cutText(`${method} ${textAt(order, 'payment_method_title') ?? ''}`, 1_000)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  if (/pix/i.test(words)) return 'pix';
  if (/boleto|billet|bank.?slip|ticket/i.test(words)) return 'boleto';
  return /cartao|card|credito|credit|debito|debit|stripe/i.test(words) ? 'credit_card' : undefined;
}

/**
 * CON13: how the shopper pays by PIX: the code, where its gateway or another plugin writes it; else the page on which the gateway shows it.
 * Undefined: a gateway that writes its code has not done so yet.
 */
export function pixOf(order: unknown): { payload: string } | { url: string } | undefined {
  const place = pixPlaces.get(textAt(order, 'payment_method') ?? '');
  const code = pixCodeIn(metaTextAt(order, place)) ?? findPixCode(order);
  if (code !== undefined) return { payload: code };
  const url = place === undefined ? receivedPage(order) : undefined;
  return url === undefined ? undefined : { url };
}

const pixCodeIn = (text: string | undefined): string | undefined => {
  if (text === undefined || !text.includes('000201')) return undefined;
  const { code, isRead } = readPixCode(text);
  return isRead && code.length <= eventLimits.pix ? code : undefined;
};

/** A text of any plugin that is a PIX code with the right checksum. Reads at most 2,000 values. */
function findPixCode(order: unknown): string | undefined {
  const values: unknown[] = listAt(order, 'meta_data')
    .slice(0, 500)
    .map((meta) => valueAt(meta, 'value'));
  for (let at = 0; at < Math.min(values.length, 2_000); at++) {
    const value = values[at];
    if (typeof value === 'object' && value !== null) values.push(...Object.values(value).slice(0, 100));
    if (typeof value !== 'string' || !value.includes('000201')) continue;
    const code = pixCodeIn(value);
    if (code !== undefined) return code;
    if (/^\s*[[{]/.test(value)) values.push(readJson(Buffer.from(value)));
  }
  return undefined;
}

/** CON13: how the shopper pays a boleto: as `pixOf`. */
export function boletoOf(order: unknown): { line?: string; url?: string } | undefined {
  const places = boletoPlaces.get(textAt(order, 'payment_method') ?? '');
  const line = cutText(metaTextAt(order, places?.line), eventLimits.text);
  const url = webAddress(metaTextAt(order, places?.url)) ?? (places === undefined ? receivedPage(order) : undefined);
  if (line === undefined && url === undefined) return undefined;
  return { ...(line !== undefined && { line }), ...(url !== undefined && { url }) };
}

/**
 * The page that follows the purchase, on which gateways show the code. The API has only the page of payment, which a waiting order does not
 * have: both differ in one part.
 */
function receivedPage(order: unknown): string | undefined {
  const url = URL.parse(webAddress(textAt(order, 'payment_url')) ?? '');
  const key = url?.searchParams.get('key');
  const id = resourceId(order);
  if (!url || !key || id === undefined || !url.pathname.includes(`/order-pay/${id}`)) return undefined;
  url.pathname = url.pathname.replace(`/order-pay/${id}`, `/order-received/${id}`);
  url.search = `?key=${encodeURIComponent(key)}`;
  return webAddress(url.href);
}
