import { defineTexts } from '../texts.ts';

/** The texts about two active automations that may message the same people. */
export const texts = defineTexts(
  {
    title: 'Duas automações para as mesmas pessoas',
    text: (name: string) =>
      `“${name}” está ativa e começa com o mesmo evento. Com as duas ativas, a mesma pessoa pode receber mensagens repetidas.`,
    ask: (name: string) => `O que fazer com “${name}”?`,
    pause: 'Pausar a outra',
    pauseText: 'Ninguém mais entra nela. Quem está no meio do caminho fica parado até você reativar.',
    keep: 'Manter as duas',
    keepText: 'As duas enviam, cada uma no seu tempo.',
    merge: 'Juntar nesta',
    mergeText:
      'Os passos da outra entram no rascunho, depois do último passo desta. As esperas contam a partir dali, e um caminho que termina em “Fim” não chega até eles. Valem as regras de parada e horário desta. Nada muda no ar: veja o rascunho e publique. Só então a outra é pausada.',
    mergeNow: 'Juntar e ver o rascunho',
    goOn: 'Continuar',
    merged: (name: string) => `Os passos de “${name}” estão no fim do rascunho. Confira e publique.`,
    noMerge: 'Não dá para juntar estas automações. Escolha outra opção.',
    failed: 'Não foi possível conferir se outra automação fala com as mesmas pessoas.',
  },
  {
    title: 'Two automations for the same people',
    text: (name) =>
      `“${name}” is active and starts on the same event. With both active, the same person may receive repeated messages.`,
    ask: (name) => `What should happen to “${name}”?`,
    pause: 'Pause the other',
    pauseText: 'No new people enter it. People on their way wait until you switch it on again.',
    keep: 'Keep both',
    keepText: 'Both send, each at its own time.',
    merge: 'Merge into this one',
    mergeText:
      'The steps of the other go into the draft, after the last step of this one. Waits count from there, and a path that finishes in an “End” does not reach them. The stop and quiet-hour rules of this one apply. Nothing live changes: look at the draft and publish it. Only then the other is paused.',
    mergeNow: 'Merge and see the draft',
    goOn: 'Continue',
    merged: (name) => `The steps of “${name}” are at the end of the draft. Check them and publish.`,
    noMerge: 'These automations cannot be merged. Choose another option.',
    failed: 'It could not be checked whether another automation messages the same people.',
  },
);
