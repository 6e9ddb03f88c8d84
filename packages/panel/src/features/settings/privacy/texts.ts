import { defineTexts } from '../../../ui/texts.ts';

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
    exported: (count: string) => `Arquivo baixado: ${count} registros.`,
    nothing: 'A loja não tem nada desta pessoa.',
    erase: 'Apagar dados',
    eraseTitle: 'Apagar os dados desta pessoa?',
    eraseText:
      'Carrinhos, pedidos e mensagens dela perdem o nome, o contato e o endereço, as jornadas param e nada mais é enviado. Não dá para desfazer.',
    erased: (count: string) => `Dados apagados: ${count} registros.`,
    unfinished: 'Ela apareceu de novo enquanto apagávamos. Apague outra vez.',
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
    exported: (count) => `The file was downloaded: ${count} records.`,
    nothing: 'The store has nothing of this person.',
    erase: 'Erase data',
    eraseTitle: 'Erase the data of this person?',
    eraseText:
      'Their carts, orders and messages lose name, contact and address, their runs stop, and nothing more is sent. It cannot be undone.',
    erased: (count) => `The data were erased: ${count} records.`,
    unfinished: 'They came back while we erased. Erase them once more.',
    requests: 'Each request is written down, without saying whose it was.',
  },
);
