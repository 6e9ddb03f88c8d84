import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of the JSON view. */
export const texts = defineTexts(
  {
    label: 'Automação em JSON',
    same: 'O mesmo rascunho, como texto. O que você muda aqui muda o fluxo.',
    notYet: 'Este texto ainda não é uma automação. O rascunho continua como estava até ele ficar completo.',
    reader: 'Só para ver.',
    format: 'Arrumar o texto',
    problems: (count: number) => (count === 1 ? '1 problema' : `${count} problemas`),
    none: 'Nenhum problema.',
    position: (line: number, column: number) => `Linha ${line}, coluna ${column}`,
  },
  {
    label: 'Automation as JSON',
    same: 'The same draft, as text. What you change here changes the flow.',
    notYet: 'This text is not an automation yet. The draft is unchanged until it is complete.',
    reader: 'To be looked at only.',
    format: 'Tidy the text',
    problems: (count) => (count === 1 ? '1 problem' : `${count} problems`),
    none: 'No problems.',
    position: (line, column) => `Line ${line}, column ${column}`,
  },
);
