// Automation templates: packages/flow/templates has one folder for each.
import afterSaleAbout from '../../templates/after-sale/about.json' with { type: 'json' };
import afterSaleFlow from '../../templates/after-sale/flow.json' with { type: 'json' };
import boletoDueDateAbout from '../../templates/boleto-due-date/about.json' with { type: 'json' };
import boletoDueDateFlow from '../../templates/boleto-due-date/flow.json' with { type: 'json' };
import boletoOrPixAbout from '../../templates/boleto-or-pix/about.json' with { type: 'json' };
import boletoOrPixFlow from '../../templates/boleto-or-pix/flow.json' with { type: 'json' };
import cardRefusedAbout from '../../templates/card-refused/about.json' with { type: 'json' };
import cardRefusedFlow from '../../templates/card-refused/flow.json' with { type: 'json' };
import cardRefusedSmsAbout from '../../templates/card-refused-sms/about.json' with { type: 'json' };
import cardRefusedSmsFlow from '../../templates/card-refused-sms/flow.json' with { type: 'json' };
import cartByEmailAbout from '../../templates/cart-by-email/about.json' with { type: 'json' };
import cartByEmailFlow from '../../templates/cart-by-email/flow.json' with { type: 'json' };
import cartQuestionAbout from '../../templates/cart-question/about.json' with { type: 'json' };
import cartQuestionFlow from '../../templates/cart-question/flow.json' with { type: 'json' };
import cartThreeTouchesAbout from '../../templates/cart-three-touches/about.json' with { type: 'json' };
import cartThreeTouchesFlow from '../../templates/cart-three-touches/flow.json' with { type: 'json' };
import leadHelpAbout from '../../templates/lead-help/about.json' with { type: 'json' };
import leadHelpFlow from '../../templates/lead-help/flow.json' with { type: 'json' };
import leadWelcomeAbout from '../../templates/lead-welcome/about.json' with { type: 'json' };
import leadWelcomeFlow from '../../templates/lead-welcome/flow.json' with { type: 'json' };
import pixByWhatsappAbout from '../../templates/pix-by-whatsapp/about.json' with { type: 'json' };
import pixByWhatsappFlow from '../../templates/pix-by-whatsapp/flow.json' with { type: 'json' };
import pixOfferHelpAbout from '../../templates/pix-offer-help/about.json' with { type: 'json' };
import pixOfferHelpFlow from '../../templates/pix-offer-help/flow.json' with { type: 'json' };
import pixThreeRemindersAbout from '../../templates/pix-three-reminders/about.json' with { type: 'json' };
import pixThreeRemindersFlow from '../../templates/pix-three-reminders/flow.json' with { type: 'json' };
import pixTwoRemindersAbout from '../../templates/pix-two-reminders/about.json' with { type: 'json' };
import pixTwoRemindersFlow from '../../templates/pix-two-reminders/flow.json' with { type: 'json' };
import thankYouAbout from '../../templates/thank-you/about.json' with { type: 'json' };
import thankYouFlow from '../../templates/thank-you/flow.json' with { type: 'json' };
import trackingCodeAbout from '../../templates/tracking-code/about.json' with { type: 'json' };
import trackingCodeFlow from '../../templates/tracking-code/flow.json' with { type: 'json' };
import trackingSmsAbout from '../../templates/tracking-sms/about.json' with { type: 'json' };
import trackingSmsFlow from '../../templates/tracking-sms/flow.json' with { type: 'json' };
import type { Flow } from '../definition/flow.ts';
import type { FlowTemplate, TemplateAbout } from './template.ts';

export { keepChannels } from './keep-channels.ts';
export { channelsOf, withSender, type FlowTemplate, type Moment, type Sender, type TemplateAbout } from './template.ts';

// Imported JSON has the type string where Flow needs literals; a test reads every flow as an import does.
const template = (name: string, flow: object, about: TemplateAbout): FlowTemplate => ({
  name,
  about,
  flow: flow as Flow,
});

/** All templates, by topic: unpaid payments, carts, refusals, thanks, shipments, leads. */
export const flowTemplates: readonly FlowTemplate[] = [
  template('pix-two-reminders', pixTwoRemindersFlow, pixTwoRemindersAbout),
  template('pix-by-whatsapp', pixByWhatsappFlow, pixByWhatsappAbout),
  template('pix-three-reminders', pixThreeRemindersFlow, pixThreeRemindersAbout),
  template('pix-offer-help', pixOfferHelpFlow, pixOfferHelpAbout),
  template('boleto-due-date', boletoDueDateFlow, boletoDueDateAbout),
  template('boleto-or-pix', boletoOrPixFlow, boletoOrPixAbout),
  template('cart-three-touches', cartThreeTouchesFlow, cartThreeTouchesAbout),
  template('cart-by-email', cartByEmailFlow, cartByEmailAbout),
  template('cart-question', cartQuestionFlow, cartQuestionAbout),
  template('card-refused', cardRefusedFlow, cardRefusedAbout),
  template('card-refused-sms', cardRefusedSmsFlow, cardRefusedSmsAbout),
  template('thank-you', thankYouFlow, thankYouAbout),
  template('after-sale', afterSaleFlow, afterSaleAbout),
  template('tracking-code', trackingCodeFlow, trackingCodeAbout),
  template('tracking-sms', trackingSmsFlow, trackingSmsAbout),
  template('lead-welcome', leadWelcomeFlow, leadWelcomeAbout),
  template('lead-help', leadHelpFlow, leadHelpAbout),
];
