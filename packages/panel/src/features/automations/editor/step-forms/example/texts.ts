import { defineTexts } from '../../../../../ui/texts.ts';

/** The texts of choosing the example data. */
export const exampleTexts = defineTexts(
  {
    example: 'Exemplo',
    madeUp: 'Dados inventados',
    complete: 'Dados completos',
    sparse: 'Dados faltando',
    long: 'Dados compridos',
    recent: 'Aconteceu na loja',
    none: 'Nada aconteceu ainda',
    coming: 'Buscando…',
    order: (number: string) => `Pedido #${number}`,
    lead: 'Contato',
    event: 'Evento',
    longHint: 'Nomes, valores e listas do tamanho que aparecem de vez em quando.',
    sparseHint: 'Sem nome e sem o que o cliente pode deixar de informar.',
    realHint: 'Dados de verdade, como estão agora.',
  },
  {
    example: 'Example',
    madeUp: 'Made-up data',
    complete: 'Complete data',
    sparse: 'Missing data',
    long: 'Long data',
    recent: 'Happened at the store',
    none: 'Nothing happened yet',
    coming: 'Looking…',
    order: (number) => `Order #${number}`,
    lead: 'Lead',
    event: 'Event',
    longHint: 'Names, amounts and lists as long as they come now and then.',
    sparseHint: 'Without a name, and without what customers may leave out.',
    realHint: 'Real data, as they are now.',
  },
);
