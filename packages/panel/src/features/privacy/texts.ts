import { defineTexts } from '../../ui/texts.ts';

/** The texts of the privacy settings. */
export const texts = defineTexts(
  {
    contact: 'Dados de um cliente',
    contactHelp: 'Basta um dos três: procuramos por ele em carrinhos, pedidos e mensagens desta loja.',
    oneNeeded: 'Preencha o e-mail, o telefone ou o documento.',
    phone: 'Telefone, com DDD',
    document: 'CPF ou CNPJ',
    export: 'Exportar dados',
    exportHelp: 'Um arquivo com tudo o que a loja tem da pessoa, para entregar a ela (LGPD, artigo 18).',
    erase: 'Apagar dados',
    requests: 'Cada pedido fica registrado, sem dizer de quem era.',
  },
  {
    contact: 'Data of a shopper',
    contactHelp: 'One of the three is enough: we look for it in this store’s carts, orders and messages.',
    oneNeeded: 'Fill in the e-mail, the phone or the document.',
    phone: 'Phone, with its area code',
    document: 'CPF or CNPJ',
    export: 'Export data',
    exportHelp: 'A file with everything that the store has of them, to hand over (LGPD, article 18).',
    erase: 'Erase data',
    requests: 'Each request is written down, without saying whose it was.',
  },
);
