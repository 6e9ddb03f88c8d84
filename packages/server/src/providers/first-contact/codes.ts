import { localized } from '@retoma/commerce';

/** COM43: what a connection or a payment account and its provider do not understand of each other, and what its owner does about it. */
export const firstContactFindings = {
  NO_WEBHOOK: localized(
    'Já houve envios ou pagamentos, mas nenhum aviso do provedor chegou. Cole o endereço dos avisos no painel dele e confira se ele alcança este servidor.',
    'Messages or payments went through, but no webhook of the provider has arrived. Paste the webhook address in its panel, and check that it reaches this server.',
  ),
  NOTHING_DELIVERED: localized(
    'Os avisos chegam, mas toda mensagem continua como enviada. Assine os avisos de entrega no provedor e confira no celular se elas chegam.',
    'Webhooks arrive, but every message is still only sent. Subscribe to delivery statuses at the provider, and check on the phone that messages arrive.',
  ),
  REJECTED_WEBHOOKS: localized(
    'Avisos foram recusados: não provaram vir do provedor. Cole de novo o endereço ou o segredo dos avisos, dos dois lados.',
    'Webhooks were rejected because their signature or address is wrong. Paste the webhook address or its secret again, on both sides.',
  ),
  WRONG_TIME: localized(
    'Avisos vieram com horário errado e não contam. Acerte o relógio e o fuso do servidor do provedor.',
    'Webhooks had a wrong time and were ignored. Correct the clock and the time zone of the provider’s server.',
  ),
  UNKNOWN_SHAPE: localized(
    'O provedor mandou avisos que esta versão não conhece. Atualize o Retoma, ou envie os nomes abaixo a quem o desenvolve.',
    'The provider sent webhooks that this version does not support. Update Retoma, or send the names below to its developers.',
  ),
  EMPTY_MESSAGES: localized(
    'Respostas chegaram sem conteúdo: o celular não as decifrou. Abra o WhatsApp nele; se continuar, conecte o número de novo.',
    'Replies arrived without content: the phone could not decrypt them. Open WhatsApp on it; if they go on, connect the number again.',
  ),
  UNMATCHED_REPLIES: localized(
    'Respostas chegaram sem o telefone de quem escreveu, e não encerram nem seguem automações. Atualize o servidor do provedor.',
    'Replies arrived without the sender’s phone number and have no effect on automations. Update the provider’s server.',
  ),
  TEMPLATE_STOPPED: localized(
    'O WhatsApp pausou, recusou ou desativou um modelo. Corrija-o no Gerenciador do WhatsApp, ou escolha outro nos passos.',
    'WhatsApp paused, rejected or disabled a template. Correct it in WhatsApp Manager, or choose another one in the steps.',
  ),
} as const;

/** The code of a finding. */
export type FirstContactCode = keyof typeof firstContactFindings;
