import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of the versions of an automation. */
export const texts = defineTexts(
  {
    none: 'Nada publicado ainda. Cada publicação fica guardada aqui.',
    draft: 'Rascunho',
    version: (version: number) => `Versão ${version}`,
    live: 'No ar',
    published: (when: string, author: string) => `Publicada em ${when} por ${author}`,
    commandLine: 'linha de comando',
    running: (runs: number) => (runs === 1 ? '1 jornada em andamento' : `${runs} jornadas em andamento`),
    compare: 'Comparar com o rascunho',
    hide: 'Esconder',
    changes: 'O que muda desta versão para o rascunho:',
    restore: 'Restaurar como rascunho',
    of: (action: string, version: number) => `${action}: versão ${version}`,
    restored: (version: number) => `O rascunho agora é a versão ${version}. Ctrl+Z desfaz.`,
    more: 'Mostrar mais antigas',
  },
  {
    none: 'Nothing was published yet. Each publication is kept here.',
    draft: 'Draft',
    version: (version) => `Version ${version}`,
    live: 'Live',
    published: (when, author) => `Published on ${when} by ${author}`,
    commandLine: 'command line',
    running: (runs) => (runs === 1 ? '1 run in progress' : `${runs} runs in progress`),
    compare: 'Compare with the draft',
    hide: 'Hide',
    changes: 'What changes from this version to the draft:',
    restore: 'Restore as the draft',
    of: (action, version) => `${action}: version ${version}`,
    restored: (version) => `The draft is now version ${version}. Ctrl+Z undoes it.`,
    more: 'Show older ones',
  },
);
