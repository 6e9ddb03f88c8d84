import type { Locale } from './validate/codes.ts';

/** The labels of metatags by category; every row is field, Portuguese, English. */
const tables = {
  customer: `
    name|Nome do cliente|Customer name
    email|E-mail do cliente|Customer e-mail
    phone|Telefone do cliente|Customer phone
    state|Estado do cliente|Customer state
    id|Código do cliente|Customer id
    first_name|Primeiro nome do cliente|Customer first name
    last_name|Sobrenome do cliente|Customer last name
    document|CPF ou CNPJ do cliente|Customer CPF or CNPJ
    document_type|Tipo de documento|Kind of document
    zipcode|CEP do cliente|Customer postal code
    street|Rua do cliente|Customer street
    street_number|Número do endereço do cliente|Customer street number
    complement|Complemento do endereço do cliente|Customer address, second line
    neighborhood|Bairro do cliente|Customer neighbourhood
    city|Cidade do cliente|Customer city
    country|País do cliente|Customer country
    address|Endereço do cliente|Customer address
    created_at|Cliente desde|Customer since
    orders_count|Pedidos do cliente|Orders of the customer
    birth_date|Nascimento do cliente|Customer birth date`,
  order: `
    id|Código do pedido|Order id
    total|Total do pedido|Order total
    pix_code|Código PIX|PIX code
    url_pix_gerado|Link do PIX|PIX link
    payment_method|Forma de pagamento (sigla)|Payment method (code)
    items|Itens do pedido|Order items
    items.first.name|Primeiro item do pedido|First item of the order
    domain|Link do pedido|Order link
    pix_qr_code|QR Code do PIX|PIX QR code
    url_checkout|Link do checkout do pedido|Checkout link of the order
    tracking_code|Rastreio do pedido|Order tracking code
    tracking_url|Link do rastreio do pedido|Order tracking link
    status|Situação do pedido (sigla)|Order status (code)
    number|Número do pedido|Order number
    subtotal|Subtotal do pedido|Order subtotal
    discount|Desconto do pedido|Order discount
    discount_title|Nome do desconto|Name of the discount
    currency|Moeda do pedido|Order currency
    created_at|Data do pedido|Order date
    updated_at|Última mudança do pedido|Last change of the order
    payment_method_label|Forma de pagamento|Payment method
    payment_status|Pagamento (sigla)|Payment status (code)
    status_label|Situação do pedido|Order status
    gateway|Processador do pagamento|Payment provider
    pix_txid|Identificador do PIX|PIX txid
    pix_created_at|PIX gerado em|PIX made at
    pix_expires_at|PIX vence em|PIX expires at
    pix_expires_in_minutes|Minutos até o PIX vencer|Minutes until the PIX expires
    pix_receiver_name|Recebedor do PIX|PIX receiver
    items_count|Itens diferentes do pedido|Different items of the order
    items_quantity|Quantidade de itens do pedido|Number of items of the order
    items_names|Nomes dos itens do pedido|Names of the order items
    items_with_price|Itens do pedido com preço|Order items with prices
    items_html|Tabela dos itens do pedido|Table of the order items
    items.first.quantity|Quantidade do primeiro item|Quantity of the first item
    items.first.price|Preço do primeiro item|Price of the first item
    items.first.total|Total do primeiro item|Total of the first item
    items.first.image|Foto do primeiro item do pedido|Picture of the first order item
    items.first.url|Link do primeiro item|Link to the first item
    items.first.sku|SKU do primeiro item|SKU of the first item
    items.first.variant|Opções do primeiro item|Options of the first item
    items.first.vendor|Marca do primeiro item|Brand of the first item
    items.first.product_id|Código do primeiro item|Id of the first item
    paid_at|Pago em|Paid at
    paid_amount|Valor pago|Amount paid
    attention|Por que olhar o pedido|Why to look at the order
    transaction_id|Código da transação|Transaction id
    installments|Parcelas|Instalments
    installment_value|Valor da parcela|Amount of an instalment
    card_brand|Bandeira do cartão|Card brand
    card_last_digits|Final do cartão|Last card digits
    refusal_reason|Motivo da recusa|Reason of the refusal
    refused_at|Recusado em|Refused at
    boleto_line|Linha digitável do boleto|Boleto line
    boleto_barcode|Código de barras do boleto|Boleto barcode
    boleto_url|Link do boleto|Boleto link
    boleto_expires_at|Boleto vence em|Boleto due at
    invoice_url|Link da nota fiscal|Invoice link
    invoice_number|Número da nota fiscal|Invoice number
    review_url|Link para avaliar|Review link`,
  store: `
    name|Nome da loja|Store name
    domain|Domínio da loja|Store domain
    id|Código da loja|Store id
    url|Site da loja|Store site
    email|E-mail da loja|Store e-mail
    phone|Telefone da loja|Store phone
    whatsapp_url|Link do WhatsApp da loja|Store WhatsApp link
    logo|Logo da loja|Store logo
    document|CNPJ da loja|Store CNPJ
    legal_name|Razão social da loja|Legal name of the store
    address|Endereço da loja|Store address
    privacy_url|Política de privacidade|Privacy policy
    unsubscribe_url|Link para não receber mais|Unsubscribe link
    instagram_url|Instagram da loja|Store Instagram`,
  shipping: `
    name|Forma de entrega|Delivery method
    turnaround|Prazo de entrega|Delivery time
    price|Valor do frete|Shipping price
    carrier|Transportadora|Carrier
    estimated_date|Previsão de entrega|Expected delivery
    recipient|Quem recebe a entrega|Recipient
    address|Endereço de entrega|Delivery address
    street|Rua da entrega|Delivery street
    street_number|Número da entrega|Delivery street number
    complement|Complemento da entrega|Delivery address, second line
    neighborhood|Bairro da entrega|Delivery neighbourhood
    city|Cidade da entrega|Delivery city
    state|Estado da entrega|Delivery state
    zipcode|CEP da entrega|Delivery postal code`,
  tracking: `
    code|Código de rastreio|Tracking code
    url|Link do rastreio|Tracking link
    carrier|Transportadora do envio|Carrier of the shipment
    status|Situação do envio (sigla)|Shipment status (code)
    previousCode|Código de rastreio anterior|Previous tracking code
    updatedAt|Rastreio mudou em|Tracking changed at
    statusLabel|Situação do envio|Shipment status
    estimatedDate|Previsão da transportadora|Expected by the carrier`,
  lead: `
    name|Nome do contato|Lead name
    email|E-mail do contato|Lead e-mail
    phone|Telefone do contato|Lead phone
    url_checkout|Link do checkout do contato|Checkout link of the lead
    isCompleted|Contato concluiu a compra|Lead finished the checkout
    utmSource|Origem do contato (utm_source)|Lead source (utm_source)
    deviceType|Aparelho do contato|Lead device
    id|Código do contato|Lead id
    firstName|Primeiro nome do contato|Lead first name
    document|CPF ou CNPJ do contato|Lead CPF or CNPJ
    createdAt|Contato desde|Lead since
    utmMedium|Mídia do contato (utm_medium)|Lead medium (utm_medium)
    utmCampaign|Campanha do contato (utm_campaign)|Lead campaign (utm_campaign)`,
  cart: `
    total|Total do carrinho|Cart total
    items|Itens do carrinho|Cart items
    url_checkout|Link do carrinho|Cart link
    abandonedAt|Carrinho abandonado em|Cart abandoned at
    token|Código do carrinho|Cart id
    subtotal|Subtotal do carrinho|Cart subtotal
    discount|Desconto do carrinho|Cart discount
    items_html|Tabela dos itens do carrinho|Table of the cart items
    itemsCount|Itens diferentes do carrinho|Different items of the cart
    createdAt|Carrinho criado em|Cart made at
    items.first.name|Primeiro item do carrinho|First item of the cart
    items.first.image|Foto do primeiro item do carrinho|Picture of the first cart item
    minutesSinceActivity|Minutos desde a última atividade|Minutes since the last activity`,
  checkout: `
    url|Link do checkout|Checkout link
    id|Código do checkout|Checkout id
    createdAt|Checkout criado em|Checkout made at
    status|Situação do checkout (sigla)|Checkout state (code)
    successUrl|Página depois de pagar|Page after payment
    cancelUrl|Página de quem desiste|Page for who gives up`,
  browser: `
    ip|Endereço IP|IP address
    utms.source|Origem da visita (utm_source)|Visit source (utm_source)
    name|Navegador|Browser
    os|Sistema do aparelho|Operating system
    referrer|Página de onde veio|Page the visit came from
    utms.medium|Mídia da visita (utm_medium)|Visit medium (utm_medium)
    utms.campaign|Campanha da visita (utm_campaign)|Visit campaign (utm_campaign)
    utms.content|Anúncio da visita (utm_content)|Visit content (utm_content)
    utms.term|Termo da visita (utm_term)|Visit term (utm_term)`,
  payment: `
    pix_code|Código PIX (antigo)|PIX code (old)
    expiration_time|Vencimento (antigo)|Due date (old)`,
  coupon: `
    code|Código do cupom|Coupon code
    expires_at|Validade do cupom|Coupon expiry`,
} as const;

const labels = new Map<string, Record<Locale, string>>([
  ['current_year', { 'pt-BR': 'Ano atual', en: 'Current year' }],
  ...Object.entries(tables).flatMap(([category, table]) =>
    table
      .trim()
      .split('\n')
      .map((row): [string, Record<Locale, string>] => {
        const [field = '', portuguese = '', english = ''] = row.trim().split('|');
        return [`${category}.${field}`, { 'pt-BR': portuguese, en: english }];
      }),
  ),
]);

const categories: Record<string, Record<Locale, string>> = {
  customer: { 'pt-BR': 'Cliente', en: 'Customer' },
  order: { 'pt-BR': 'Pedido', en: 'Order' },
  store: { 'pt-BR': 'Loja', en: 'Store' },
  shipping: { 'pt-BR': 'Entrega', en: 'Delivery' },
  tracking: { 'pt-BR': 'Rastreio', en: 'Tracking' },
  lead: { 'pt-BR': 'Contato', en: 'Lead' },
  cart: { 'pt-BR': 'Carrinho', en: 'Cart' },
  checkout: { 'pt-BR': 'Checkout', en: 'Checkout' },
  browser: { 'pt-BR': 'Visita', en: 'Visit' },
  payment: { 'pt-BR': 'Pagamento', en: 'Payment' },
  coupon: { 'pt-BR': 'Cupom', en: 'Coupon' },
};

/** The label of a metatag: `order.total` → `Total do pedido`. An unknown metatag is shown by its name. */
export const metatagLabel = (name: string, locale: Locale): string => labels.get(name)?.[locale] ?? name;

/** The label of a metatag's category; empty for null. */
export const metatagGroup = (category: string | null, locale: Locale): string =>
  (category !== null && categories[category]?.[locale]) || '';
