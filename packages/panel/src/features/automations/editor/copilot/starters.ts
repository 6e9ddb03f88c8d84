import type { Trigger } from '@retoma/flow';
import type { Locale } from '../../../../ui/locale.tsx';

type StarterText = readonly [string, string, string, string];

/** Four suggested questions for each trigger. */
export const starters: Record<Trigger, Record<Locale, StarterText>> = {
  'pix.generated': {
    'pt-BR': [
      'Lembrar por WhatsApp depois de 30 minutos, só quem não pagou',
      'Mandar um SMS curto no dia seguinte',
      'Se a pessoa responder, parar os lembretes',
      'Deixar as mensagens mais simpáticas',
    ],
    en: [
      'Remind by WhatsApp after 30 minutes, only who has not paid',
      'Send a short SMS the next day',
      'When the person replies, stop the reminders',
      'Make the messages friendlier',
    ],
  },
  'boleto.generated': {
    'pt-BR': [
      'Lembrar um dia antes do vencimento',
      'Oferecer PIX para quem ainda não pagou o boleto',
      'Mandar a linha digitável por e-mail',
      'Encurtar o SMS',
    ],
    en: [
      'Remind a day before it is due',
      'Offer PIX to who has not paid the boleto',
      'Send the code by e-mail',
      'Shorten the SMS',
    ],
  },
  'cart.abandoned': {
    'pt-BR': [
      'Convidar a voltar depois de 1 hora por WhatsApp',
      'Perguntar se ficou alguma dúvida',
      'Mandar um e-mail com os itens no dia seguinte',
      'Parar quando a pessoa comprar',
    ],
    en: [
      'Invite back by WhatsApp after 1 hour',
      'Ask whether there are questions',
      'Send an e-mail with the items the next day',
      'Stop when the person buys',
    ],
  },
  'payment.confirmed': {
    'pt-BR': [
      'Agradecer por WhatsApp',
      'Mandar um resumo do pedido por e-mail',
      'Pedir uma opinião depois de 10 dias',
      'Separar quem tem entrega de quem não tem',
    ],
    en: [
      'Say thank you by WhatsApp',
      'Send a summary of the order by e-mail',
      'Ask for an opinion after 10 days',
      'Separate orders with and without a delivery',
    ],
  },
  'payment.failed': {
    'pt-BR': [
      'Avisar em 5 minutos e convidar a tentar de novo',
      'Oferecer PIX no lugar do cartão',
      'Mandar um e-mail no dia seguinte se continuar recusado',
      'Deixar o aviso mais gentil',
    ],
    en: [
      'Write after 5 minutes and invite to try again',
      'Offer PIX instead of the card',
      'Send an e-mail the next day if it is still refused',
      'Make the notice kinder',
    ],
  },
  'lead.created': {
    'pt-BR': [
      'Dar as boas-vindas por e-mail depois de 10 minutos',
      'Oferecer ajuda por WhatsApp',
      'Convidar de novo depois de 3 dias',
      'Parar quando a pessoa comprar',
    ],
    en: [
      'Welcome by e-mail after 10 minutes',
      'Offer help by WhatsApp',
      'Invite again after 3 days',
      'Stop when the person buys',
    ],
  },
  tracking_code_updated: {
    'pt-BR': [
      'Avisar o código de rastreio por WhatsApp',
      'Mandar o link de rastreio por SMS',
      'Separar quem tem link de quem só tem código',
      'Mandar também um e-mail',
    ],
    en: [
      'Send the tracking code by WhatsApp',
      'Send the tracking link by SMS',
      'Separate orders with a tracking link from those with only a code',
      'Send an e-mail too',
    ],
  },
};
