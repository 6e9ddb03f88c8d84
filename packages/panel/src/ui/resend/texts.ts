import { defineTexts } from '../texts.ts';

/** A message of a run, by its key. */
export type MessageReference = { runId: string; message: string };

/** The texts of sending a message again. */
export const texts = defineTexts(
  {
    resend: 'Reenviar',
    anyway: 'Reenviar mesmo assim',
    title: 'Reenviar esta mensagem?',
    refusedTitle: 'Esta mensagem não pode ser reenviada',
    somebody: 'A pessoa',
    to: (name: string, address: string) => `para ${[name, address].filter(Boolean).join(', ')}`,
    got: (name: string, at: string, isRead: boolean) =>
      `${name} já recebeu esta mensagem em ${at}${isRead ? ' e leu' : ''}.`,
    mayHave: (name: string, at: string) => `Não se sabe se a mensagem de ${at} chegou para ${name}.`,
    twice: (times: string) => (times === '2' ? 'Vai receber duas vezes.' : `Vai receber ${times} vezes.`),
    maybeTwice: 'Pode receber duas vezes.',
    neverGot: (name: string) => `${name} ainda não recebeu esta mensagem.`,
    isPaid: (name: string) => `O pedido já foi pago: esta mensagem cobra ${name} de novo.`,
    onlyThis:
      'Só esta mensagem sai, uma vez e agora, com os dados de hoje. A jornada não volta nem recomeça, e fica registrado que foi você.',
    hidden: 'Seu papel nesta loja não permite ler as mensagens.',
    done: 'Reenvio pedido. A mensagem sai em instantes.',
    optedOutHelp: 'Só libere se a própria pessoa pedir para voltar a receber.',
    expiredHelp: 'Mande o link do pedido, para a pessoa gerar outro PIX.',
    channelHelp: 'Conecte o canal em Configurações › Canais.',
    underWayHelp: 'Espere o resultado dela antes de mandar outra.',
    seeCustomer: 'Ver cliente',
  },
  {
    resend: 'Send again',
    anyway: 'Send again anyway',
    title: 'Send this message again?',
    refusedTitle: 'This message cannot be sent again',
    somebody: 'The person',
    to: (name, address) => `to ${[name, address].filter(Boolean).join(', ')}`,
    got: (name, at, isRead) => `${name} already got this message on ${at}${isRead ? ' and read it' : ''}.`,
    mayHave: (name, at) => `It is unknown whether the message of ${at} reached ${name}.`,
    twice: (times) => (times === '2' ? 'It will arrive twice.' : `It will arrive ${times} times.`),
    maybeTwice: 'It may arrive twice.',
    neverGot: (name) => `${name} has not got this message yet.`,
    isPaid: (name) => `The order is paid: this message asks ${name} to pay again.`,
    onlyThis:
      'Only this message is sent, once and now, with the data of today. The run neither goes back nor begins again, and it is recorded that you did it.',
    hidden: 'Your role in this store does not allow reading messages.',
    done: 'The message leaves in a moment.',
    optedOutHelp: 'Allow messages only if the person asks for them.',
    expiredHelp: 'Send the link of the order, so that the person can generate another PIX code.',
    channelHelp: 'Connect the channel under Settings › Channels.',
    underWayHelp: 'Wait for its outcome before you send another.',
    seeCustomer: 'See the customer',
  },
);
