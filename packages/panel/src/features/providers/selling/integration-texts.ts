import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the steps of the developer who connects a store's site. */
export const integrationTexts = defineTexts(
  {
    title: 'O seu site, para quem programa',
    key: 'Chave de API',
    keyUsed: (when: string) => `O seu site já usa a API. Último uso: ${when}.`,
    keyUnused: 'Para o seu site criar as compras. Links feitos no painel não precisam dela.',
    keyAct: 'Criar chave',
    keySee: 'Ver chaves',
    purchase: 'Compra do site, paga',
    purchaseDone: 'Uma compra criada pelo seu site já foi paga até o fim.',
    purchaseMissing: 'Crie uma compra pela API e pague no simulador, sem dinheiro de verdade.',
    purchaseOptional: 'Uma compra criada pelo seu site e paga no simulador.',
    purchaseAct: 'Como testar',
    returns: 'Volta ao seu site',
    returnsDone: (host: string) => `Quem paga volta para ${host}, com o número da compra e uma assinatura.`,
    returnsUnused: (host: string) =>
      `O seu site pediu ${host}, que não é um endereço da loja: assine o carrinho ou cadastre esse endereço.`,
    returnsMissing: 'Mande successUrl ao criar a compra: quem paga volta com o número dela e uma assinatura.',
    returnsAct: 'Como fazer',
    returnsAdd: 'Cadastrar endereço',
    webhooks: 'Webhooks',
    webhooksDone: (count: number) =>
      count === 1 ? 'O seu sistema recebe os avisos.' : `${count} endereços do seu sistema recebem os avisos.`,
    webhooksNew: 'Cadastrado, mas nenhum aviso chegou ainda. Envie um de teste.',
    webhooksFailing: (count: number) =>
      count === 1
        ? 'Um endereço não responde ou está desligado.'
        : `${count} endereços não respondem ou estão desligados.`,
    webhooksMissing: 'Avisam o seu sistema na hora em que um pagamento entra.',
    webhooksAct: 'Cadastrar webhook',
    webhooksSee: 'Ver webhooks',
  },
  {
    title: 'Your site, for developers',
    key: 'API key',
    keyUsed: (when) => `Your site uses the API. Last use: ${when}.`,
    keyUnused: 'For your site to create checkouts. Links made in the panel do not need one.',
    keyAct: 'Create a key',
    keySee: 'See the keys',
    purchase: 'A paid purchase of the site',
    purchaseDone: 'A purchase that your site created was paid to the end.',
    purchaseMissing: 'Create a checkout through the API and pay it in the simulator, without real money.',
    purchaseOptional: 'A checkout that your site creates, paid in the simulator.',
    purchaseAct: 'How to test',
    returns: 'Return to your site',
    returnsDone: (host) => `Whoever pays returns to ${host}, with the checkout’s id and a signature.`,
    returnsUnused: (host) =>
      `Your site asked for ${host}, which is not an address of the store: sign the cart or add it.`,
    returnsMissing: 'Send successUrl with a checkout: whoever pays returns with its id and a signature.',
    returnsAct: 'How to do it',
    returnsAdd: 'Add the address',
    webhooks: 'Webhooks',
    webhooksDone: (count) =>
      count === 1 ? 'Your system gets the events.' : `${count} addresses of your system get the events.`,
    webhooksNew: 'Set up, but no event has arrived yet. Send a test event.',
    webhooksFailing: (count) =>
      count === 1 ? 'One address does not answer or is disabled.' : `${count} addresses do not answer or are disabled.`,
    webhooksMissing: 'They tell your system at once that a payment came.',
    webhooksAct: 'Add a webhook',
    webhooksSee: 'See webhooks',
  },
);
