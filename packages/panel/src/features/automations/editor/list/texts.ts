import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of the list of steps. */
export const texts = defineTexts(
  {
    label: 'Passos da automação em lista',
    tree: 'Passos da automação',
    branch: (number: number, name: string) => `Caminho ${number}: ${name}`,
    trigger: 'Gatilho',
    empty: 'sem passos',
    add: (name: string) => `Inserir passo depois de ${name}`,
    addIn: (name: string) => `Inserir passo no início de ${name}`,
    problems: (count: number) => `${count} ${count === 1 ? 'problema' : 'problemas'}`,
    warnings: (count: number) => `${count} ${count === 1 ? 'aviso' : 'avisos'}`,
    todo: (count: number) => `${count} a preencher`,
  },
  {
    label: 'Steps of the automation as a list',
    tree: 'Steps of the automation',
    branch: (number, name) => `Branch ${number}: ${name}`,
    trigger: 'Trigger',
    empty: 'no steps',
    add: (name) => `Insert a step after ${name}`,
    addIn: (name) => `Insert a step first in ${name}`,
    problems: (count) => `${count} ${count === 1 ? 'problem' : 'problems'}`,
    todo: (count) => `${count} to fill in`,
    warnings: (count) => `${count} ${count === 1 ? 'warning' : 'warnings'}`,
  },
);
