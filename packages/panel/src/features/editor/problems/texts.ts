import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the problems of a draft. */
export const texts = defineTexts(
  {
    button: (errors: number, warnings: number) =>
      `${errors + warnings} ${errors + warnings === 1 ? 'problema' : 'problemas'}: ${errors} ${errors === 1 ? 'impede' : 'impedem'} publicar, ${warnings} ${warnings === 1 ? 'aviso' : 'avisos'}`,
    count: (count: number) => (count === 1 ? '1 problema' : `${count} problemas`),
    noProblems: 'Sem problemas',
    todoCount: (count: number) => `${count} a preencher`,
    todo: 'A preencher',
    none: 'Nenhum problema. Pode publicar.',
    structure: 'Impede publicar',
    template: 'Impede ativar',
    warning: 'Aviso',
    mayFail: 'Pode falhar no envio',
    go: 'Mostrar no fluxo',
    goTo: (step: string) => `Mostrar no fluxo: ${step}`,
    openJson: 'Abrir no JSON',
    openJsonAt: (path: string) => `Abrir no JSON: ${path}`,
    fix: 'Corrigir',
    fixIt: (message: string) => `Corrigir: ${message}`,
    lossy: 'Corrigir remove o que você escreveu ali.',
    fixAll: (count: number) => `Corrigir ${count} de uma vez`,
    refused: (why: string) => `Não deu para corrigir. ${why}`,
  },
  {
    button: (errors, warnings) =>
      `${errors + warnings} ${errors + warnings === 1 ? 'problem' : 'problems'}: ${errors} keep it from being published, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    count: (count) => (count === 1 ? '1 problem' : `${count} problems`),
    noProblems: 'No problems',
    todoCount: (count) => `${count} to fill in`,
    todo: 'To fill in',
    none: 'No problems. It can be published.',
    structure: 'Cannot be published',
    template: 'Cannot be switched on',
    warning: 'Warning',
    mayFail: 'May fail when it is sent',
    go: 'Show it in the flow',
    goTo: (step) => `Show it in the flow: ${step}`,
    openJson: 'Open in JSON',
    openJsonAt: (path) => `Open in JSON: ${path}`,
    fix: 'Fix',
    fixIt: (message) => `Fix: ${message}`,
    lossy: 'Fixing removes what you wrote there.',
    fixAll: (count) => `Fix ${count} at once`,
    refused: (why) => `It could not be fixed. ${why}`,
  },
);
