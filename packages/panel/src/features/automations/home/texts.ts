import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the home page. */
export const texts = defineTexts(
  {
    home: 'Início',
    soFar: (money: string, orders: string) => `hoje até agora ${money} em ${orders}`,
    orders: (count: string) => (count === '1' ? '1 pedido' : `${count} pedidos`),
    makeLink: 'Criar link de pagamento',
  },
  {
    home: 'Home',
    soFar: (money, orders) => `today so far ${money} in ${orders}`,
    orders: (count) => (count === '1' ? '1 order' : `${count} orders`),
    makeLink: 'Create a payment link',
  },
);
