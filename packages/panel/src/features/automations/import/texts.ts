import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the import. */
export const texts = defineTexts(
  {
    title: 'Importar automação',
    drop: 'Arraste um arquivo JSON para cá, ou cole o texto abaixo.',
    text: 'Texto da automação',
    tooBig: 'O arquivo passa de 1 MB. Uma automação é bem menor que isso.',
    notText: (name: string) => `“${name}” não é um arquivo de texto. Escolha o JSON de uma automação.`,
    problems: 'O que encontramos',
    sound: 'Nenhum problema. Pode salvar.',
    waiting: 'O diagrama aparece aqui assim que houver um texto.',
    undrawable: 'Isto ainda não é uma automação, então não há o que desenhar. Nada foi criado.',
    diagram: 'Como fica',
    position: (line: number, column: number) => `Linha ${line}, coluna ${column}`,
    step: (number: number, name: string) => `passo ${number}, ${name}`,
    goTo: (position: string) => `Ir para ${position}`,
    resolved: 'Será corrigido',
    syntax: 'Formato',
    structure: 'Estrutura',
    meaning: 'Mensagens',
    fixes: 'Correções automáticas',
    fixesText: 'As marcadas são feitas ao salvar. O texto acima não muda.',
    lossy: 'Perde o que estava escrito ali',
    staysFlat: 'Fica no formato plano',
    saveAs: 'O que fazer',
    asNew: 'Criar nova',
    asDraft: 'Substituir rascunho de…',
    differences: 'O que muda no rascunho',
    saveDraft: 'Salvar como rascunho',
    keepDraft: 'Guardar como rascunho para consertar',
    saveActive: 'Salvar e ativar',
    saved: 'Automação importada como rascunho.',
    replaced: 'Rascunho substituído.',
    activated: 'Automação importada e ativa.',
    whyEmpty: 'Cole um texto ou escolha um arquivo.',
    whyUndrawable: 'Corrija primeiro os problemas de formato: isto ainda não é uma automação.',
    whyStructure: (count: number) =>
      count === 1
        ? 'Para ativar, corrija 1 problema de estrutura. Você pode guardar como rascunho.'
        : `Para ativar, corrija ${count} problemas de estrutura. Você pode guardar como rascunho.`,
    whyMeaning: (count: number) =>
      count === 1
        ? 'Para ativar, corrija 1 problema nas mensagens. Você pode salvar como rascunho.'
        : `Para ativar, corrija ${count} problemas nas mensagens. Você pode salvar como rascunho.`,
    whyTarget: 'Escolha de qual automação o rascunho será substituído.',
    cannotSave: 'Ainda não dá para salvar',
  },
  {
    title: 'Import an automation',
    drop: 'Drag a JSON file here, or paste its text below.',
    text: 'Text of the automation',
    tooBig: 'The file is larger than 1 MB. An automation is far smaller.',
    notText: (name) => `“${name}” is no text file. Choose the JSON of an automation.`,
    problems: 'What we found',
    sound: 'No problems. It can be saved.',
    waiting: 'The diagram appears here once there is a text.',
    undrawable: 'This is not an automation yet, so there is nothing to show. Nothing was created.',
    diagram: 'What it comes to',
    position: (line, column) => `Line ${line}, column ${column}`,
    step: (number, name) => `step ${number}, ${name}`,
    goTo: (position) => `Go to ${position}`,
    resolved: 'Will be corrected',
    syntax: 'Format',
    structure: 'Structure',
    meaning: 'Messages',
    fixes: 'Automatic fixes',
    fixesText: 'Those that are ticked are made when you save. The text beside stays as it is.',
    lossy: 'Loses what was written there',
    staysFlat: 'It stays in the flat format',
    saveAs: 'What to do',
    asNew: 'Create a new one',
    asDraft: 'Replace the draft of…',
    differences: 'What changes in the draft',
    saveDraft: 'Save as a draft',
    keepDraft: 'Keep as a draft to correct',
    saveActive: 'Save and switch on',
    saved: 'The automation was imported as a draft.',
    replaced: 'The draft was replaced.',
    activated: 'The automation was imported and is active.',
    whyEmpty: 'Paste a text or choose a file.',
    whyUndrawable: 'Correct its format first: this is not an automation yet.',
    whyStructure: (count) =>
      count === 1
        ? 'To activate it, correct 1 problem of structure. You can save it as a draft.'
        : `To activate it, correct ${count} problems of structure. You can save it as a draft.`,
    whyMeaning: (count) =>
      count === 1
        ? 'To switch it on, fix 1 problem in its messages. You can save it as a draft.'
        : `To switch it on, fix ${count} problems in its messages. You can save it as a draft.`,
    whyTarget: 'Choose the automation whose draft is to be replaced.',
    cannotSave: 'It cannot be saved yet',
  },
);
