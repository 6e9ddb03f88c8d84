import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of saving a draft. */
export const texts = defineTexts(
  {
    saving: 'Salvando…',
    saved: (when: string) => `Rascunho salvo ${when}`,
    savedAt: (time: string) => `às ${time}`,
    savedOn: (instant: string) => `em ${instant}`,
    offline: 'Sem conexão: alterações guardadas neste aparelho',
    failed: 'Não foi possível salvar.',
    conflict: 'Há uma versão mais nova.',
    settle: 'Resolver',
    recovered: 'Recuperamos o que este aparelho tinha guardado.',
    newer: (author: string) => `${author} salvou uma versão mais nova`,
    unknownAuthor: 'Alguém',
    yourself: 'Você, em outra janela,',
    when: (instant: string) =>
      `Salva em ${instant}. O que você escreveu continua aqui e neste aparelho; escolha qual versão fica no rascunho.`,
    differences: 'Ver diferenças',
    hide: 'Esconder diferenças',
    fromRemote: 'Da versão salva para a sua:',
    useRemote: 'Usar a outra',
    keepLocal: 'Manter a minha',
  },
  {
    saving: 'Saving…',
    saved: (when) => `Draft saved ${when}`,
    savedAt: (time) => `at ${time}`,
    savedOn: (instant) => `on ${instant}`,
    offline: 'No connection: changes are kept on this device',
    failed: 'It could not be saved.',
    conflict: 'There is a newer version.',
    settle: 'Settle',
    recovered: 'What this device had kept is back.',
    newer: (author) => `${author} saved a newer version`,
    unknownAuthor: 'Unknown user',
    yourself: 'You, in another window,',
    when: (instant) =>
      `Saved on ${instant}. What you wrote is still here and on this device; choose which version the draft keeps.`,
    differences: 'See the differences',
    hide: 'Hide the differences',
    fromRemote: 'From the saved version to yours:',
    useRemote: 'Use the other one',
    keepLocal: 'Keep mine',
  },
);
