import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the list of messages. */
export const texts = defineTexts(
  {
    channel: 'Canal',
    state: 'Estado',
    automation: 'Automação',
    all: 'Todos',
    allAutomations: 'Todas',
    to: 'Para',
    when: 'Quando',
    content: 'Mensagem',
    empty: 'As mensagens aparecem aqui quando uma automação enviar a primeira.',
    nothing: 'Nada com estes filtros.',
    clear: 'Limpar filtros',
    open: (contact: string) => `Abrir a mensagem para ${contact}`,
    hidden: 'Conteúdo visível só para quem pode ver dados de clientes',
  },
  {
    channel: 'Channel',
    state: 'State',
    automation: 'Automation',
    all: 'All',
    allAutomations: 'All',
    to: 'To',
    when: 'When',
    content: 'Message',
    empty: 'Messages are shown here once an automation sends the first one.',
    nothing: 'Nothing with these filters.',
    clear: 'Clear filters',
    open: (contact) => `Open the message to ${contact}`,
    hidden: 'Only shown to whoever may see shoppers’ data',
  },
);
