import { category, forPrograms, on, sensitive, shopperText } from './row.ts';

/** The browser visit in which the checkout was opened. */
// prettier-ignore
export const browser = category('browser', [
  ['ip', 'text', on.checkout, '203.0.113.10', ['Endereço IP', 'IP address'], ['Endereço IP usado no checkout', 'IP address used at checkout'], { ...sensitive, ...forPrograms }],
  ['utms.source', 'text', on.checkout, 'instagram', ['Origem da visita (utm_source)', 'Visit source (utm_source)'], ['Parâmetro utm_source da visita atual', 'utm_source parameter of the current visit'], { ...shopperText, ...forPrograms }],
  ['name', 'text', on.checkout, 'Chrome', ['Navegador', 'Browser'], ['Navegador usado no checkout', 'Browser used at checkout'], forPrograms],
  ['os', 'text', on.checkout, 'Android', ['Sistema do aparelho', 'Operating system'], ['Sistema operacional usado no checkout', 'Operating system used at checkout'], forPrograms],
  ['referrer', 'url', on.checkout, 'https://www.instagram.example/', ['Página de onde veio', 'Page the visit came from'], ['Página de onde veio a visita', 'Page the visit came from'], forPrograms],
  ['utms.medium', 'text', on.checkout, 'cpc', ['Mídia da visita (utm_medium)', 'Visit medium (utm_medium)'], ['Parâmetro utm_medium da visita atual', 'utm_medium parameter of the current visit'], { ...shopperText, ...forPrograms }],
  ['utms.campaign', 'text', on.checkout, 'outono', ['Campanha da visita (utm_campaign)', 'Visit campaign (utm_campaign)'], ['Parâmetro utm_campaign da visita atual', 'utm_campaign parameter of the current visit'], { ...shopperText, ...forPrograms }],
  ['utms.content', 'text', on.checkout, 'video1', ['Anúncio da visita (utm_content)', 'Visit content (utm_content)'], ['Parâmetro utm_content da visita atual', 'utm_content parameter of the current visit'], { ...shopperText, ...forPrograms }],
  ['utms.term', 'text', on.checkout, 'camiseta', ['Termo da visita (utm_term)', 'Visit term (utm_term)'], ['Parâmetro utm_term da visita atual', 'utm_term parameter of the current visit'], { ...shopperText, ...forPrograms }],
]);
