import { isMjml, type Trigger } from '@retoma/flow';

/** The sections that can be inserted into an e-mail. */
const blockNames = ['header', 'text', 'orderItems', 'cartItems', 'button', 'pixQr', 'footer'] as const;

/** A section that can be inserted into an e-mail. */
export type BlockName = (typeof blockNames)[number];

const section = (content: string): string =>
  ['    <mj-section>', '      <mj-column>', `${content}      </mj-column>`, '    </mj-section>', ''].join('\n');

const column = (...lines: string[]): string => lines.map((line) => `        ${line}\n`).join('');

/** The first e-mail of a trigger: its text, and the label and target of its button. */
type EmailMessage = { readonly text: string; readonly label: string; readonly href: string };

const messages: Record<Trigger, EmailMessage> = {
  'pix.generated': {
    text: 'Oi, {{customer.first_name}}! Seu pedido está separado. Falta só o PIX de {{order.total}}.',
    label: 'Pagar com PIX',
    href: '{{order.url_pix_gerado}}',
  },
  'payment.confirmed': {
    text: 'Oi, {{customer.first_name}}! Recebemos o seu pagamento de {{order.total}}. Obrigado pela compra!',
    label: 'Ver pedido',
    href: '{{checkout.url}}',
  },
  'payment.failed': {
    text: 'Oi, {{customer.first_name}}! O pagamento não foi aprovado, e seu pedido continua guardado.',
    label: 'Tentar de novo',
    href: '{{checkout.url}}',
  },
  'boleto.generated': {
    text: 'Oi, {{customer.first_name}}! O boleto do seu pedido, de {{order.total}}, vence em {{order.boleto_expires_at}}.',
    label: 'Ver boleto',
    href: '{{order.boleto_url}}',
  },
  'cart.abandoned': {
    text: 'Oi, {{lead.firstName}}! Guardamos o que você escolheu:',
    label: 'Voltar ao carrinho',
    href: '{{cart.url_checkout}}',
  },
  'lead.created': {
    text: 'Oi, {{lead.firstName}}! Guardamos o que você escolheu, para continuar quando quiser.',
    label: 'Finalizar compra',
    href: '{{lead.url_checkout}}',
  },
  tracking_code_updated: {
    text: 'Oi, {{customer.first_name}}! Seu pedido está a caminho. Código de rastreio: {{tracking.code}}',
    label: 'Acompanhar entrega',
    href: '{{tracking.url}}',
  },
};

/** The colours of a button, as `#rrggbb`. */
export type ButtonColours = { readonly fill: string; readonly onFill: string };

/** The colours of a button of a store without a colour of its own. */
const usualColours: ButtonColours = { fill: '#00687D', onFill: '#FFFFFF' };

const blocks: Record<BlockName, (message: EmailMessage, colours: ButtonColours) => string> = {
  header: () => column('<mj-image src="{{store.logo}}" alt="{{store.name}}" width="120px" />'),
  text: ({ text }) => column('<mj-text font-size="16px" line-height="24px">', `  ${text}`, '</mj-text>'),
  orderItems: () => column('<mj-raw>{{order.items_html}}</mj-raw>'),
  cartItems: () => column('<mj-raw>{{cart.items_html}}</mj-raw>'),
  button: ({ label, href }, { fill, onFill }) =>
    column(
      `<mj-button href="${href}" background-color="${fill}" color="${onFill}" font-size="16px" font-weight="bold" inner-padding="14px 28px">`,
      `  ${label}`,
      '</mj-button>',
    ),
  pixQr: () => column('<mj-raw>{{order.pix_qr_code}}</mj-raw>'),
  footer: () =>
    column(
      '<mj-text font-size="13px" line-height="20px" color="#5A6572" align="center">',
      '  {{store.name}} · <a href="{{store.unsubscribe_url}}" style="color: #5A6572">Não quero mais receber</a>',
      '</mj-text>',
    ),
};

/** The blocks whose data are available for a trigger. */
export function blocksFor(trigger: Trigger): readonly BlockName[] {
  const hasCart = trigger === 'cart.abandoned';
  const hasOrder = trigger !== 'cart.abandoned' && trigger !== 'lead.created';
  return blockNames.filter((name) => {
    if (name === 'pixQr') return trigger === 'pix.generated';
    if (name === 'cartItems') return hasCart;
    return name !== 'orderItems' || hasOrder;
  });
}

/** The initial e-mail of a step. */
export function starter(trigger: Trigger, colours?: ButtonColours): string {
  const sections = blocksFor(trigger).map((name) => blockText(name, trigger, colours));
  return [
    '<mjml lang="pt-BR">',
    '  <mj-head>',
    '    <mj-attributes>',
    '      <mj-all font-family="Arial, Helvetica, sans-serif" />',
    '      <mj-section padding="8px 0" />',
    '    </mj-attributes>',
    '  </mj-head>',
    '  <mj-body background-color="#FFFFFF">',
    `${sections.join('')}  </mj-body>`,
    '</mjml>',
    '',
  ].join('\n');
}

/**
 * The offset for a new block in an MJML text: after the section that contains `at`, else at the end of the body. Undefined if the text is
 * not MJML.
 */
export function blockPosition(text: string, at: number): number | undefined {
  if (!isMjml(text)) return undefined;
  const end = text.lastIndexOf('</mj-body>');
  if (end < 0) return undefined;
  const opened = text.lastIndexOf('<mj-section', at);
  const closed = text.indexOf('</mj-section>', opened);
  const isInside = opened >= 0 && closed >= at && closed < end;
  if (!isInside) return lineStart(text, end);
  const after = closed + '</mj-section>'.length;
  return text[after] === '\n' ? after + 1 : after;
}

/** The start of the line if only spaces precede the offset, else the offset. */
function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, at).trim() === '' ? start : at;
}

/** The MJML of a block with the text of a trigger, as a section. */
export const blockText = (name: BlockName, trigger: Trigger, colours?: ButtonColours): string =>
  section(blockContent(name, trigger, colours));

/** The MJML of a block with the text of a trigger, to be put between the blocks of a column. */
export const blockContent = (name: BlockName, trigger: Trigger, colours = usualColours): string =>
  blocks[name](messages[trigger], colours);
