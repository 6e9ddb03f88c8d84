import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of results at steps. */
export const texts = defineTexts(
  {
    label: 'Resultados no diagrama',
    days: (days: number) => `${days} dias`,
    entered: (count: string, days: number) => `${count} ${count === '1' ? 'entrou' : 'entraram'} em ${days} dias`,
    reached: (count: string, since: string) => `As ${count} entradas mais recentes, desde ${since}`,
    noRuns: (days: number) => `Ninguém entrou nestes ${days} dias.`,
    never: 'Ninguém passou por aqui ainda. Os números aparecem quando a primeira pessoa entrar.',
    failed: 'Não foi possível buscar os números.',
  },
  {
    label: 'Results on the diagram',
    days: (days) => `${days} days`,
    entered: (count, days) => `${count} came in during ${days} days`,
    reached: (count, since) => `The newest ${count} that came in, since ${since}`,
    noRuns: (days) => `No one entered in these ${days} days.`,
    never: 'No one has reached this step yet. The numbers appear with the first person.',
    failed: 'The numbers could not be read.',
  },
);
