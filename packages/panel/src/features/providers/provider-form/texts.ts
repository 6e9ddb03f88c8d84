import { defineTexts } from '../../../ui/texts.ts';

/** The texts of provider forms. */
export const texts = defineTexts(
  {
    whereToFind: 'Onde encontrar',
    openProvider: 'Abrir o painel do provedor',
    stored: 'Guardado. Escreva só para trocar.',
    testAndSave: 'Testar e salvar',
    saveAnyway: 'Salvar mesmo assim',
    saveAnywayHelp: 'Confira os dados e teste de novo. Se salvar mesmo assim, fica como não verificado.',
    webhook: 'Endereço dos avisos',
    webhookWhy: 'Falta só um passo: é por este endereço que o provedor avisa o que aconteceu.',
    webhookHelp: 'Cole exatamente assim e trate como uma senha.',
    webhookAwaited: 'Aguardando o primeiro aviso',
    webhookCame: (when: string) => `Primeiro aviso recebido: ${when}`,
    verifyToken: 'Token de verificação',
    done: 'Concluir',
  },
  {
    whereToFind: 'Where to find it',
    openProvider: 'Open the provider’s panel',
    stored: 'Kept. Write only to replace it.',
    testAndSave: 'Test and save',
    saveAnyway: 'Save anyway',
    saveAnywayHelp: 'Check what you entered, and test again. Saved anyway, it is marked as not verified.',
    webhook: 'Address of webhooks',
    webhookWhy: 'One step is left: the provider reports what happened to this address.',
    webhookHelp: 'Paste it exactly so, and treat it like a password.',
    webhookAwaited: 'Waiting for the first webhook',
    webhookCame: (when) => `First webhook received: ${when}`,
    verifyToken: 'Verify token',
    done: 'Done',
  },
);
