import { category, on, sensitive, shopperText } from './row.ts';

/** The browser visit in which the checkout was opened. */
// prettier-ignore
export const browser = category('browser', [
  ['ip', 'text', on.checkout, '203.0.113.10', 'Endereço IP usado no checkout', 'IP address used at checkout', sensitive],
  ['utms.source', 'text', on.checkout, 'instagram', 'Parâmetro utm_source da visita atual', 'utm_source parameter of the current visit', shopperText],
  ['name', 'text', on.checkout, 'Chrome', 'Navegador usado no checkout', 'Browser used at checkout'],
  ['os', 'text', on.checkout, 'Android', 'Sistema operacional usado no checkout', 'Operating system used at checkout'],
  ['referrer', 'url', on.checkout, 'https://www.instagram.example/', 'Página de onde veio a visita', 'Page the visit came from'],
  ['utms.medium', 'text', on.checkout, 'cpc', 'Parâmetro utm_medium da visita atual', 'utm_medium parameter of the current visit', shopperText],
  ['utms.campaign', 'text', on.checkout, 'outono', 'Parâmetro utm_campaign da visita atual', 'utm_campaign parameter of the current visit', shopperText],
  ['utms.content', 'text', on.checkout, 'video1', 'Parâmetro utm_content da visita atual', 'utm_content parameter of the current visit', shopperText],
  ['utms.term', 'text', on.checkout, 'camiseta', 'Parâmetro utm_term da visita atual', 'utm_term parameter of the current visit', shopperText],
]);
