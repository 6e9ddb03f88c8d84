import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of publishing, pausing, and versions. */
export const texts = defineTexts(
  {
    title: 'Publicar automação',
    changes: (version: number) => `Mudanças desde a versão ${version}`,
    first: 'Primeira versão',
    firstText: 'Esta automação ainda não foi publicada. A versão 1 é o que está no rascunho.',
    channels: 'Canais em uso',
    sandbox: 'De teste: nada sai da Retoma',
    disconnected: 'Nada conectado: as mensagens esperam',
    noChannels: 'O rascunho não envia mensagens.',
    runs: 'Jornadas em andamento',
    noRuns: 'Nenhuma jornada em andamento.',
    runsStay: (runs: number, version: number) =>
      runs === 1
        ? `1 jornada em espera continua na versão ${version}.`
        : `${runs} jornadas em espera continuam na versão ${version}.`,
    activate: 'Ativar ao publicar',
    activateText: 'Desligado, a versão fica no ar pausada e não começa nenhuma jornada.',
    blocked: (count: number) =>
      count === 1 ? 'Para publicar, faça 1 mudança:' : `Para publicar, faça ${count} mudanças:`,
    published: (version: number) => `Versão ${version} no ar.`,
    publishedPaused: (version: number) => `Versão ${version} publicada, pausada.`,
    stay: (people: number, version: number) =>
      people === 1
        ? `1 pessoa em espera segue na versão ${version}.`
        : `${people} pessoas em espera seguem na versão ${version}.`,
    remindsPayers: 'Pode cobrar quem já pagou',
    stopOnPayment: 'Corrigir: encerrar quando o pagamento entrar',
    remindAnyway: 'Publicar assim mesmo. Sei que esta mensagem pode chegar a quem já pagou.',
    confirmFirst: 'Corrija, ou marque que sabe disso.',
    unsaved: 'O rascunho ainda não foi salvo. Resolva isso antes de publicar.',
  },
  {
    title: 'Publish the automation',
    changes: (version) => `Changes since version ${version}`,
    first: 'First version',
    firstText: 'This automation was never published. Version 1 is what the draft says.',
    channels: 'Channels in use',
    sandbox: 'For tests: nothing leaves Retoma',
    disconnected: 'Nothing is connected: messages wait',
    noChannels: 'The draft sends no messages.',
    runs: 'Runs in progress',
    noRuns: 'No runs in progress.',
    runsStay: (runs, version) =>
      runs === 1
        ? `1 run that waits stays on version ${version}.`
        : `${runs} runs that wait stay on version ${version}.`,
    activate: 'Switch on when published',
    activateText: 'Off, the version is published but paused, and starts no runs.',
    blocked: (count) => (count === 1 ? 'To publish, make 1 change:' : `To publish, make ${count} changes:`),
    published: (version) => `Version ${version} is live.`,
    publishedPaused: (version) => `Version ${version} is published, paused.`,
    stay: (people, version) =>
      people === 1
        ? `1 person who waits stays on version ${version}.`
        : `${people} people who wait stay on version ${version}.`,
    remindsPayers: 'May ask people who have paid to pay',
    stopOnPayment: 'Fix: end when the payment comes in',
    remindAnyway: 'Publish all the same. I know that this message can reach someone who has paid.',
    confirmFirst: 'Fix it, or tick that you know.',
    unsaved: 'The draft is not saved yet. Settle that before publishing.',
  },
);
