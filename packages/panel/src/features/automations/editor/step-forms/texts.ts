import { defineTexts } from '../../../../ui/texts.ts';

/** The texts that the forms of all steps share. */
export const stepFormTexts = defineTexts(
  {
    pickData: 'Dados que você pode inserir',
    insertData: 'Inserir dado',
    nothingFound: 'Nenhum dado com este nome.',
    refusedHere: (count: number) =>
      count === 1
        ? 'Mostrar 1 dado que não existe nesta mensagem'
        : `Mostrar ${count} dados que não existem nesta mensagem`,
    hideRefused: (count: number) =>
      count === 1 ? 'Esconder o que não existe nesta mensagem' : `Esconder ${count} que não existem nesta mensagem`,
    notHere: 'Não existem nesta mensagem',
    swapFor: (label: string) => `Trocar por ${label}`,
    bold: 'Negrito',
    italic: 'Itálico',
    strike: 'Tachado',
    code: 'Código',
    message: 'Mensagem',
    outputs: 'Saídas',
    tabs: 'Partes do passo',
    howItLooks: 'Como o cliente vê',
    readOnly: 'Você pode ver, mas não mudar esta automação.',
    flat: 'Esta automação está no formato plano e só pode ser vista aqui.',
    missing: 'Este passo não existe mais.',
  },
  {
    pickData: 'Data that you can insert',
    insertData: 'Insert data',
    nothingFound: 'No data of this name.',
    refusedHere: (count) =>
      count === 1 ? 'Show 1 that this message does not have' : `Show ${count} that this message does not have`,
    hideRefused: (count) =>
      count === 1 ? 'Hide the one that this message does not have' : `Hide ${count} that this message does not have`,
    notHere: 'Not in this message',
    swapFor: (label) => `Use ${label} instead`,
    bold: 'Bold',
    italic: 'Italic',
    strike: 'Strikethrough',
    code: 'Code',
    message: 'Message',
    outputs: 'Outputs',
    tabs: 'Parts of the step',
    howItLooks: 'As the customer sees it',
    readOnly: 'You can see this automation, but not change it.',
    flat: 'This automation is in the flat format and can only be seen here.',
    missing: 'This step no longer exists.',
  },
);
