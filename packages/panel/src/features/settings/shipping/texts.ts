import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the shipping settings. */
export const texts = defineTexts(
  {
    options: 'Opções de frete',
    help: 'Quem compra escolhe uma na página de pagamento. Sem nenhuma, o frete é combinado com a loja.',
    none: 'Nenhuma opção de frete. A página diz “Frete a combinar com a loja”.',
    add: 'Nova opção',
    nameHint: 'Como aparece para quem compra: PAC, Sedex, Retirar na loja',
    carrier: 'Transportadora',
    price: 'Preço',
    minDays: 'Prazo mínimo, em dias',
    maxDays: 'Prazo máximo, em dias',
    freeAbove: 'Grátis a partir de',
    optional: 'Opcional',
    save: 'Adicionar',
    added: 'Opção de frete adicionada.',
    free: 'Grátis',
    freeFrom: (amount: string) => `grátis a partir de ${amount}`,
    days: (min: number | null, max: number | null) =>
      min !== null && max !== null && min !== max
        ? `${min} a ${max} dias`
        : `${max ?? min} ${(max ?? min) === 1 ? 'dia' : 'dias'}`,
    retire: 'Retirar',
    retireWhat: (name: string) => `Retirar ${name}`,
    retireTitle: (name: string) => `Não oferecer mais ${name}?`,
    retireText: 'Pedidos já feitos continuam como estão.',
    retired: 'Opção retirada.',
    backwards: 'O prazo máximo é menor que o mínimo.',
  },
  {
    options: 'Shipping options',
    help: 'Shoppers choose one on the payment page. Without any, shipping is agreed on with the store.',
    none: 'No shipping options. The page says that shipping is agreed on with the store.',
    add: 'New option',
    nameHint: 'As shoppers read it: PAC, Sedex, pick up at the store',
    carrier: 'Carrier',
    price: 'Price',
    minDays: 'Shortest time, in days',
    maxDays: 'Longest time, in days',
    freeAbove: 'Free from',
    optional: 'Optional',
    save: 'Add',
    added: 'The shipping option was added.',
    free: 'Free',
    freeFrom: (amount) => `free from ${amount}`,
    days: (min, max) =>
      min !== null && max !== null && min !== max
        ? `${min} to ${max} days`
        : `${max ?? min} ${(max ?? min) === 1 ? 'day' : 'days'}`,
    retire: 'Remove',
    retireWhat: (name) => `Remove ${name}`,
    retireTitle: (name) => `Offer ${name} no more?`,
    retireText: 'Orders that were made stay as they are.',
    retired: 'The option was removed.',
    backwards: 'The longest time is shorter than the shortest one.',
  },
);
