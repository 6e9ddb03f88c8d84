import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the sending rules. */
export const texts = defineTexts(
  {
    carts: 'Carrinhos',
    cartsHelp: 'Quando um carrinho conta como abandonado e as automações começam.',
    abandon: 'Abandonado depois de ficar sem atividade por',
    abandonHint: 'De 10 minutos a 7 dias: escreva 30 min, 1h ou 1 dia.',
    replies: 'Respostas',
    repliesHelp: 'Por quanto tempo um passo espera quem recebeu responder.',
    noReply: 'Conta como “sem resposta” depois de',
    noReplyHint: 'De 1 hora a 7 dias.',
    late: 'Atrasos',
    lateHelp:
      'Depois de uma queda do serviço, mensagens velhas demais não saem: um lembrete fora de hora é pior que nenhum.',
    lateLabel: 'Uma mensagem ainda sai com atraso de até',
    lateHint: 'De 1 hora a 7 dias.',
    machines: 'Aberturas e cliques',
    machinesHelp: 'Servidores de e-mail abrem mensagens e seguem links antes das pessoas.',
    trust: 'Contar também as aberturas e os cliques de máquinas',
    trustHint: 'Ligado, os números sobem, mas parte deles não é de pessoas.',
    businessHours: 'Horário comercial',
    businessHoursHelp:
      'As esperas com “Só em horário comercial” terminam dentro dele, nunca em feriado nacional. Quem já espera não muda.',
    days: 'Dias',
    from: 'Das',
    to: 'Até as',
    hoursWrong: 'Deve ser depois da primeira hora.',
    quiet: 'Horário de silêncio',
    quietText:
      'Fica em cada automação, junto de quantas vezes a mesma pessoa pode entrar nela: uma cobrança de PIX pode sair à noite, uma oferta não.',
  },
  {
    carts: 'Carts',
    cartsHelp: 'When a cart counts as abandoned, and automations begin.',
    abandon: 'Abandoned after being without activity for',
    abandonHint: 'From 10 minutes to 7 days: write 30 min, 1h or 1 day.',
    replies: 'Replies',
    repliesHelp: 'How long a step waits for a reply.',
    noReply: 'Counts as “no reply” after',
    noReplyHint: 'From 1 hour to 7 days.',
    late: 'Delays',
    lateHelp:
      'After an outage, messages that are too old are not sent: a reminder at the wrong hour is worse than none.',
    lateLabel: 'A message is still sent if it is late by up to',
    lateHint: 'From 1 hour to 7 days.',
    machines: 'Opens and clicks',
    machinesHelp: 'Mail servers open messages and follow links before people do.',
    trust: 'Count opens and clicks of machines too',
    trustHint: 'On: the numbers are higher, but include bots.',
    businessHours: 'Business hours',
    businessHoursHelp:
      'Waits with “Only in business hours” end within them, never on a national holiday. Who already waits is not affected.',
    days: 'Days',
    from: 'From',
    to: 'Until',
    hoursWrong: 'Must be later than the first.',
    quiet: 'Quiet hours',
    quietText:
      'They are set in each automation, with how often the same person may enter it: a PIX reminder may leave at night, an offer may not.',
  },
);
