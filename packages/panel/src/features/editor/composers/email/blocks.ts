import { isMjml, validatesTrigger, type Trigger } from '@retoma/flow';

/** The sections that can be put into an e-mail. */
const blockNames = ['header', 'text', 'orderItems', 'cartItems', 'button', 'pixQr', 'footer'] as const;

/** A section that can be put into an e-mail. */
export type BlockName = (typeof blockNames)[number];

const section = (...lines: string[]): string =>
  [
    '    <mj-section>',
    '      <mj-column>',
    ...lines.map((line) => `        ${line}`),
    '      </mj-column>',
    '    </mj-section>',
    '',
  ].join('\n');

const blocks: Record<BlockName, string> = {
  header: section('<mj-image src="{{store.logo}}" alt="{{store.name}}" width="120px" />'),
  text: section('<mj-text font-size="16px" line-height="24px">', '  Oi, {{customer.first_name}}!', '</mj-text>'),
  orderItems: section('<mj-raw>{{order.items_html}}</mj-raw>'),
  cartItems: section('<mj-text font-size="16px" line-height="24px">{{cart.items}}</mj-text>'),
  button: section(
    '<mj-button href="{{checkout.url}}" background-color="#00687D" font-size="16px" inner-padding="14px 28px">',
    '  Finalizar pedido',
    '</mj-button>',
  ),
  pixQr: section('<mj-raw>{{order.pix_qr_code}}</mj-raw>'),
  footer: section(
    '<mj-text font-size="12px" line-height="18px" color="#66645F" align="center">',
    '  {{store.name}} · <a href="{{store.unsubscribe_url}}">Não quero mais receber</a>',
    '</mj-text>',
  ),
};

/** The blocks whose data an automation has. */
export function blocksFor(trigger: Trigger): readonly BlockName[] {
  const hasCart = trigger === 'cart.abandoned';
  const hasOrder = trigger !== 'cart.abandoned' && trigger !== 'lead.created';
  return blockNames.filter((name) => {
    if (name === 'pixQr') return trigger === 'pix.generated';
    if (name === 'cartItems') return hasCart;
    return name !== 'orderItems' || hasOrder;
  });
}

/** An e-mail to begin with, for whoever has none. */
export function starter(trigger: Trigger): string {
  const hasLead = trigger === 'cart.abandoned' || trigger === 'lead.created' || !validatesTrigger(trigger);
  const isTracking = trigger === 'tracking_code_updated';
  const names = blocksFor(trigger).filter((name) => name !== 'pixQr' || trigger === 'pix.generated');
  const text = names.map((name) => blocks[name]).join('');
  const withName = hasLead ? text.replaceAll('{{customer.first_name}}', '{{lead.firstName}}') : text;
  const link = isTracking
    ? withName.replaceAll('{{checkout.url}}', '{{tracking.url}}').replace('Finalizar pedido', 'Acompanhar a entrega')
    : withName;
  return `<mjml>\n  <mj-body background-color="#FFFFFF">\n${link}  </mj-body>\n</mjml>\n`;
}

/** Where a block goes in a text of MJML with the caret at `at`: behind the section around, else at the end of the body. */
export function placeOfBlock(text: string, at: number): number | undefined {
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

/** The beginning of a line, where only spaces stand before the place. */
function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, at).trim() === '' ? start : at;
}

/** The text of a block. */
export const blockText = (name: BlockName): string => blocks[name];
