import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of the list of messages. */
export const texts = defineTexts(
  {
    to: 'Para',
    searchHint: 'Pedido, nome, telefone ou e-mail',
    searchOrder: 'Número do pedido',
    when: 'Quando',
    content: 'Mensagem',
    actions: 'Ações',
    empty: 'As mensagens aparecem aqui quando uma automação enviar a primeira.',
    open: (contact: string) => `Abrir a mensagem para ${contact}`,
    hidden: 'Conteúdo visível só para quem pode ver dados de clientes',
  },
  {
    to: 'To',
    searchHint: 'Order, name, phone or e-mail',
    searchOrder: 'Order number',
    when: 'When',
    content: 'Message',
    actions: 'Actions',
    empty: 'Messages are shown here once an automation sends the first one.',
    open: (contact) => `Open the message to ${contact}`,
    hidden: 'Only visible to members who may see shoppers’ data',
  },
);
