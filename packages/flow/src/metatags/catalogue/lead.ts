import { category, forPrograms, on, personal, personalText, sensitive, shopperText } from './row.ts';
import { samples } from './samples.ts';

/** The person as captured at checkout. */
// prettier-ignore
export const lead = category('lead', [
  ['name', 'text', on.every, 'Maria Souza Lima', ['Nome do contato', 'Lead name'], ['Nome informado no checkout', 'Name given at checkout'], personalText],
  ['email', 'text', on.checkout, 'maria@cliente.example', ['E-mail do contato', 'Lead e-mail'], ['E-mail informado no checkout', 'E-mail given at checkout'], personal],
  ['phone', 'text', on.checkout, '+5511900000000', ['Telefone do contato', 'Lead phone'], ['Telefone informado no checkout, em formato internacional', 'Phone given at checkout, in international form'], personal],
  ['url_checkout', 'url', on.openCheckout, `${samples.payPage}?recover=1`, ['Link da compra do contato', 'Checkout link of the lead'], ['Link para retomar o checkout do lead', 'Link for the lead to resume the checkout']],
  ['isCompleted', 'text', on.checkout, 'true', ['Contato concluiu a compra', 'Lead finished the checkout'], ['Indica se o lead concluiu o checkout (true ou false)', 'Whether the lead finished the checkout (true or false)'], forPrograms],
  ['utmSource', 'text', on.checkout, 'instagram', ['Origem do contato (utm_source)', 'Lead source (utm_source)'], ['Origem (utm_source) registrada quando o lead foi captado', 'Source (utm_source) recorded when the lead was captured'], { ...shopperText, ...forPrograms }],
  ['deviceType', 'text', on.checkout, 'mobile', ['Aparelho do contato', 'Lead device'], ['Tipo de aparelho do lead (mobile, desktop, tablet)', 'Kind of device of the lead (mobile, desktop, tablet)'], forPrograms],
  ['id', 'text', on.checkout, 'e02c3a7d-1a64-4e7f-93cb-0b7f6a1d2c3e', ['Código do contato', 'Lead id'], ['Identificador do lead', 'Identifier of the lead'], forPrograms],
  ['firstName', 'text', on.checkout, 'Maria', ['Primeiro nome do contato', 'Lead first name'], ['Primeiro nome do lead', 'First name of the lead'], personalText],
  ['document', 'text', on.checkout, '123.456.789-09', ['CPF ou CNPJ do contato', 'Lead CPF or CNPJ'], ['CPF ou CNPJ informado no checkout', 'CPF or CNPJ given at checkout'], sensitive],
  ['createdAt', 'date', on.checkout, '12/03/2026 13:59', ['Contato desde', 'Lead since'], ['Data e hora em que o lead foi captado', 'When the lead was captured']],
  ['utmMedium', 'text', on.checkout, 'cpc', ['Mídia do contato (utm_medium)', 'Lead medium (utm_medium)'], ['Mídia (utm_medium) do lead', 'Medium (utm_medium) of the lead'], { ...shopperText, ...forPrograms }],
  ['utmCampaign', 'text', on.checkout, 'outono', ['Campanha do contato (utm_campaign)', 'Lead campaign (utm_campaign)'], ['Campanha (utm_campaign) do lead', 'Campaign (utm_campaign) of the lead'], { ...shopperText, ...forPrograms }],
]);
